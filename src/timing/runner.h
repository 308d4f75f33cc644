#pragma once
// The runners of the race, and their sizes.

#include "base/matrix.h"

#include <array>
#include <cstdint>

namespace timing {

using base::Index;
using base::Matrix;

enum class Runner { rnn, lstm, attention };
inline constexpr std::array runners{Runner::rnn, Runner::lstm, Runner::attention};

enum class Mode {
    all_words,  ///< the sentence is known: attention takes all words in one step
    generation, ///< words arrive one at a time: no runner can work ahead; attention caches keys and values
};

/// All are layers from d to d: an RNN and an LSTM of d units; multi-head attention with projections W_Q, W_K,
/// W_V, W_O.
struct LayerSizes {
    Index d = 64;
    Index heads = 1; ///< divides d
    int threads = 1;
    std::uint32_t seed = 1; ///< of the weights

    bool operator==(const LayerSizes&) const = default;
};

/// One value per runner, in the order of `runners`.
template <class T>
struct Each {
    std::array<T, 3> of{};
    T& operator[](Runner r) { return of[static_cast<std::size_t>(r)]; }
    const T& operator[](Runner r) const { return of[static_cast<std::size_t>(r)]; }
};

} // namespace timing
