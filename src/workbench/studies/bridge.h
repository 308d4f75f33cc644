#pragma once
// The bridge from one layer with numbers set by hand to a trained model that understands: where the two read
// the same word of the same sentence differently.

#include "workbench/document/library.h"
#include "workbench/document/pass.h"

#include <optional>
#include <string>

namespace workbench {

struct Bridge {
    std::string model;      ///< id of the trained model
    base::Index layers = 0; ///< that it has
    base::Index row = 0;    ///< of the word that the model is asked about …
    std::string word;       ///< … "it"
    std::string by_hand;    ///< the word that it gives its largest weight in the pass, heads averaged
    std::string trained;    ///< the word of the sentence that the model answers
    /// In the sentence before the last step both said `by_hand`: since then only the model has another
    /// answer.
    bool changed_its_mind = false;
};

/// Empty unless the pass is self-attention with weights set by hand, over a sentence of the kind that a model
/// of the library has learned to resolve (learning::coreference_task()), and the model's most probable answer
/// stands in the sentence and is another word. `before` is the pass before the last step; may be null.
/// Runs the model once or twice: some 100 000 multiply-adds.
std::optional<Bridge> bridge_from(const Pass& pass, const Pass* before, const Library& library);

} // namespace workbench
