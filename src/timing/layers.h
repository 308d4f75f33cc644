#pragma once
// The layers in the race, ready to run, with random weights from the usual initialisation.

#include "attention/fused.h"
#include "base/stop.h"
#include "recurrent/network.h"
#include "timing/runner.h"

#include <string>
#include <variant>
#include <vector>

namespace timing {

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
