#pragma once
// What is remembered: how strongly the last output still depends on each earlier word.

#include "timing/runner.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace timing {

/// One curve a runner, against the distance between the word and the last one. With these random weights what
/// a recurrent layer has of an early word fades step by step; others may keep more. Attention's does not fade
/// with distance, but its weights are shared among all n words, so that each one's part is about 1/n, near or
/// far. The last word's own part is larger, since it also forms the query.
struct Memory {
    LayerSizes sizes;
    /// (n) entry k: ‖∂y_n/∂x_{n−k}‖ (Frobenius norm), y_n the last output (attention's after W_O), divided by
    /// that of the last word itself (k = 0) for RNN and LSTM and attention alike, so that all curves begin
    /// at 1; 0 when too small for a double. Medians over `samples` random layers of the usual initialisation,
    /// each on its own random words of unit variance: U(−1/√d, 1/√d) for RNN and LSTM, normal 1/√d for
    /// attention.
    Each<std::vector<double>> influence;
    Each<std::vector<double>> lower, upper; ///< quartiles
    int samples = 0;
};

/// Throws InputError for sizes out of range. Null when stopped.
std::shared_ptr<const Memory> memory(Index n, const LayerSizes& sizes, int samples = 9,
                                     const std::stop_token& stop = {});

} // namespace timing
