#pragma once
// Examples side by side, padded to the longest of them.

#include "attention/layer.h"
#include "learning/task.h"

#include <span>

namespace learning {

/// A question, or a wanted cell, and the item that it belongs to.
struct BatchAsked {
    Index item = 0;
    Asked asked;
};
struct BatchWanted {
    Index item = 0;
    Wanted wanted;
};

struct Batch {
    Index items = 0;
    Index n = 0;                     ///< tokens of the source
    Index m = 0;                     ///< tokens of the target; 0 without a decoder
    std::vector<int> source, target; ///< ids: row b·n + i is token i of item b; padding at the end
    /// Of self-attention in the encoder, and of what attends to the encoder: one per item, or none where
    /// nothing is hidden.
    std::vector<attention::Mask> source_masks, memory_masks;
    std::vector<BatchAsked> asked;
    std::vector<BatchWanted> wanted;
};

/// `causal`: for an encoder in which no word sees a later one.
Batch batch_of(std::span<const Example> examples, bool causal);

/// New examples of a task.
std::vector<Example> draw_examples(const Task& task, Index count, Split split, language::Draw& draw);

} // namespace learning
