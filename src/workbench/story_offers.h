#pragma once
// What to look at next, beside a story: a sentence that is answered otherwise, and a model that learned
// otherwise.

#include "workbench/library.h"
#include "workbench/tasks.h"
#include "workbench/trained_reading.h"

#include <optional>
#include <string>

namespace workbench {

/// A sentence of the task in which one word is another, and so is the answer.
struct Counterpart {
    std::string text;                       ///< the whole sentence
    std::string word, other;                ///< "tired", "comfortable"
    const Comparison* comparison = nullptr; ///< one of the library that shows both; null: none
};
std::optional<Counterpart> counterpart_of(const Document& document, const learning::Task& task,
                                          const Library& library);

/// A model trained for the same, with a hint where this one had none, or the other way round.
struct OtherModel {
    std::string id;
    TrainedPtr model;
    base::Index relation = 0; ///< the one whose weights differ most between the two
};
std::optional<OtherModel> other_model(const std::string& id, const Library& library);

/// A document by its model, and by the other one, at the same layer.
Comparison beside(const Compared& own, const OtherModel& other, const Library& library);

} // namespace workbench
