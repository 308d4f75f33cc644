#pragma once
// Does attention depend on the order of the words? The same layer on the same words in another order, with
// and without positions.

#include "base/stop.h"
#include "workbench/document/pass.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workbench {

/// A new order: place p gets the word that was at order[p].
using Order = std::vector<base::Index>;

/// A random order of `count` words, the same for the same seed, and never the old order if there are at least
/// two words. Shuffle: Durstenfeld 1964.
Order shuffled_order(base::Index count, std::uint32_t seed);

struct ShuffleOptions {
    Order order = {};       ///< the new order; empty: a random one of the words that are not padding
    std::uint32_t seed = 1; ///< of the random order
    bool of_memory = false; ///< cross-attention: shuffle the key words, not the query words
};

/// The outputs of one layer before and after, compared word by word.
struct ShuffledOutputs {
    base::Matrix before;         ///< (n, d_out) row i: the output of word i in the old order
    base::Matrix after;          ///< (n, d_out) row i: the output of the same word, at its new place
    base::ColumnVector distance; ///< (n) Euclidean length of after − before
    float largest = 0;           ///< of the distances; 0 up to rounding: the order makes no difference
    base::Index farthest = 0;    ///< the word with the largest distance
};

struct ShuffleStudy {
    Order order;                    ///< as used
    Order new_place;                ///< word i is now at new_place[i]; a shuffled memory moves no outputs
    std::vector<std::string> words; ///< the sequence before shuffling
    std::vector<std::string> words_after; ///< and after
    ShuffledOutputs without_positions;    ///< the words alone: permutation equivariance
    /// With Prepared::positions added; or as the pass is, where it tells places apart in another way.
    ShuffledOutputs with_positions;
    bool own_places = false; ///< the pass has rotary positions or ALiBi: nothing was added
    base::Matrix positions;  ///< (words, d_model) what was or would be added
    base::Index waves = 0;   ///< columns of `positions` that are not all 0: sine and cosine of each wave
    std::optional<std::pair<base::Index, base::Index>>
        same_positions; ///< two places with the same row, the first such pair
    /// The mask now allows other pairs of words than before, since masks apply to places, not to words.
    /// Outputs then differ even without positions.
    bool mask_changes = false;
};

/// In multiply-adds (base/study.h).
double shuffle_study_cost(const attention::Trace& t);
/// Runs four passes. Positions are removed, rotary ones and ALiBi too, or added regardless of the document;
/// dropout, whose draws belong to places, is left out; cells set by hand move with their words (a cell of X
/// set by hand keeps its value, with or without positions). Throws InputError: an order that does not contain
/// every word exactly once, a memory to shuffle in self-attention, and as compute() does. Null when `stop`
/// was requested.
std::shared_ptr<const ShuffleStudy> shuffle_study(const Pass& pass, const ShuffleOptions& options = {},
                                                  const base::StopToken& stop = {});

} // namespace workbench
