#pragma once
// Does attention know the order of the words? The same layer on the same words in another order, with and
// without positions.

#include "workbench/pass.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace workbench {

/// A new order: place p gets the word that was at order[p].
using Order = std::vector<attention::Index>;

/// A random order of `count` words, the same for the same seed and never the old one when there are two words
/// or more. Shuffle: Durstenfeld 1964.
Order shuffled_order(attention::Index count, std::uint32_t seed);

struct ShuffleOptions {
    Order order = {};       ///< which; empty: a random one of the words that are not padding
    std::uint32_t seed = 1; ///< of the random order
    bool of_memory = false; ///< cross-attention: shuffle the words that are asked, not those that ask
};

/// The outputs of one layer before and after, compared word by word.
struct ShuffledOutputs {
    attention::Matrix before;         ///< (n, d_out) row i: the output of word i in the old order
    attention::Matrix after;          ///< (n, d_out) row i: the output of the same word, at its new place
    attention::ColumnVector distance; ///< (n) Euclidean length of after − before
    float largest = 0;                ///< of the distances; 0 up to rounding: the order made no difference
    attention::Index farthest = 0;    ///< the word of the largest distance
};

struct ShuffleStudy {
    Order order;                    ///< as used
    Order new_place;                ///< word i is now at new_place[i]; outputs of a shuffled memory stay put
    std::vector<std::string> words; ///< the shuffled sequence as it was
    std::vector<std::string> words_after; ///< and as it is now
    ShuffledOutputs without_positions;    ///< the words alone: permutation equivariance
    ShuffledOutputs with_positions;       ///< a position added at every place, Question::positions
    attention::Matrix positions;          ///< (words, d_model) what was added
    attention::Index waves = 0; ///< columns of them that are not 0 throughout: a sine and a cosine a wave
    std::optional<std::pair<attention::Index, attention::Index>>
        same_positions; ///< two places with the same row, the first such pair
    /// The mask now lets other words meet than before, so that outputs differ even without positions: masks
    /// hold for places, not for words.
    bool mask_changes = false;
};

/// Four passes. Positions are taken away or added whatever the document says; dropout, whose draws belong to
/// places, is left out; cells set by hand move with their words (a cell of X set by hand stays as it was set,
/// position or not). Throws InputError: an order that does not hold every word once, a memory to shuffle in
/// self-attention, and as compute() does. Null when `stop` was requested.
std::shared_ptr<const ShuffleStudy> shuffle_study(const Pass& pass, const ShuffleOptions& options = {},
                                                  const std::stop_token& stop = {});

} // namespace workbench
