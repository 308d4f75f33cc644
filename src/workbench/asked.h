#pragma once
// What a task asks of the words that a trained model has read, and what the model answers.

#include "learning/task.h"
#include "workbench/trained_reading.h"

#include <string>
#include <vector>

namespace workbench {

/// What the task asks of the words read. Of a translation that its grammar does not know, every row.
struct WhatIsAsked {
    std::vector<learning::Asked> all;
    std::vector<learning::Wanted> wanted; ///< the relations that the task expects between these words
    std::string refusal;                  ///< why nothing is asked; empty if something is
};
WhatIsAsked what_is_asked(const TrainedReading& reading, const learning::Task& task);

/// Whether the words read are of the kind that the task's grammar has, and the model has learned.
bool is_of_the_kind_learned(const TrainedReading& reading, const learning::Task& task);

/// The first row at which the task asks something; 0 if it asks nothing of these words.
base::Index first_asked(const TrainedReading& reading, const learning::Task& task);

/// A word and its probability.
struct Named {
    std::string word;
    float probability = 0;
};
/// The `count` most probable answers to what is asked, the most probable first; all of them if there are
/// fewer.
std::vector<Named> most_probable(const model::TransformerRun& run, const learning::Asked& asked,
                                 const language::Vocabulary& words, std::size_t count);

} // namespace workbench
