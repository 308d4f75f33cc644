#pragma once
// The runners of the race, their sizes, and their layers: ready to run, with random weights from the usual
// initialisation.

#include "attention/fused.h"
#include "base/matrix.h"
#include "base/stop.h"
#include "recurrent/network.h"

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

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

// Their layers.

/// Throws InputError unless d is 1–2048 and divisible by heads, n 1–65536 and threads 1 to the machine's.
void expect_sizes(const LayerSizes& sizes, Index n);

/// RNN or LSTM from d to d, all four tensors uniform in (−1/√d, 1/√d), as PyTorch initialises them. Like
/// random_attention(), the result must not be used once `stop` is requested.
recurrent::Weights random_recurrent(recurrent::Cell cell, Index d, std::uint32_t seed,
                                    const base::StopToken& stop = {});
/// Attention from d to d, d_k = d_v = d/heads, with W_O, by model::random_layer.
attention::Layer random_attention(const LayerSizes& sizes, const base::StopToken& stop = {});
/// `rows` words of unit variance, (rows, d).
Matrix random_rows(Index rows, Index d, std::uint32_t seed);

/// One row per word, (n, d), always the same for the same word: model::random_word.
Matrix rows_of(const std::vector<std::string>& words, const LayerSizes& sizes);

/// How a pass is run.
struct PassOptions {
    Index items = 1; ///< sequences side by side
    base::StopToken stop = {};
};

/// One runner's layer, for many passes, each on the threads of its sizes.
class RandomLayer {
public:
    /// Throws InputError for sizes out of range.
    RandomLayer(Runner runner, const LayerSizes& sizes);

    /// One forward pass over sequences of n words. x (n·items, d): item by item for attention, word by word
    /// for the recurrent layers, as each of them reads it. → (n·items, d). Incomplete once `stop` is
    /// requested.
    Matrix run(const attention::Input& x, const PassOptions& options = {}) const;

private:
    int threads_;
    std::variant<recurrent::Network, attention::FusedLayer> layer_;
};

/// The cell of a recurrent runner; asserts that it is one.
recurrent::Cell cell_of(Runner runner);

} // namespace timing
