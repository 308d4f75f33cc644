#pragma once
// What a model is shown in training, and asked.

#include "base/matrix.h"

#include <algorithm>
#include <vector>

namespace learning {

using base::Index;

/// The answer to a question that only a person typed: nobody knows it.
inline constexpr Index unknown_answer = 0;

/// A question: which token shall the model name at this position?
struct Asked {
    Index output = 0;              ///< which of the task's outputs answers
    Index position = 0;            ///< in the target if the model has a decoder, else in the source; from 0
    Index answer = unknown_answer; ///< id in the vocabulary of the answers
    Index stands_at = -1;          ///< where in the source the answer stands; −1: nowhere, or unknown

    bool operator==(const Asked&) const = default;
};

/// A cell of an attention matrix that carries the relation the task is about: what a hint rewards, and what
/// is knocked out over many sentences.
struct Wanted {
    Index edge = 0; ///< which of the task's edges, with its layer and head
    Index from = 0; ///< the query's position
    Index to = 0;   ///< the key's position, in the source if the edge is cross-attention

    bool operator==(const Wanted&) const = default;
};

struct Example {
    std::vector<Index> source, target; ///< ids; no target without a decoder
    std::vector<Asked> asked;
    std::vector<Wanted> wanted;
    /// Controls: in the place of a wanted cell's key another word of its kind, whose loss should do no harm.
    std::vector<Wanted> controls = {};

    /// False for a sentence that a person typed and that the task's grammar does not have: nobody knows what
    /// is right, and the model has learned nothing about its like.
    bool is_of_the_kind_learned() const {
        return std::ranges::none_of(asked, [](const Asked& one) { return one.answer == unknown_answer; });
    }

    bool operator==(const Example&) const = default;
};

} // namespace learning
