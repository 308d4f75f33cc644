#pragma once
// Memory: how strongly the last output still depends on each earlier word.

#include "attention/layer.h"
#include "base/stop.h"
#include "recurrent/network.h"
#include "timing/runner.h"

#include <memory>
#include <vector>

namespace timing {

// Computed exactly, from Jacobians.

/// (n) entry t: ‖∂h_n/∂x_t‖ (Frobenius norm) for x (n, d_in), starting from a state of zeros. One sweep of
/// backpropagation through time (Werbos 1990) carries ∂h_n/∂h_t, and for the LSTM ∂h_n/∂c_t, from the last
/// word to the first. Empty when stopped. Throws InputError when the shapes do not match.
std::vector<double> influence_on_last(const recurrent::Weights& weights, const Matrix& x,
                                      const base::StopToken& stop = {});

/// The same for the last row of an attention layer's output, after W_O, for x (n, d_model): dot scores over
/// √d_k, no mask (a causal one would hide nothing from the last word). Empty when stopped. Throws InputError
/// as trace() does.
std::vector<double> influence_on_last(const attention::Layer& layer, const Matrix& x,
                                      const base::StopToken& stop = {});

// As curves over random layers.

/// One curve per runner, against the distance of a word from the last one. With these random weights, what a
/// recurrent layer remembers of an early word fades step by step; with other weights it may keep more. With
/// attention it does not fade with distance, but the weights are spread over all n words, so that each has a
/// share of about 1/n, near or far. The last word's share is larger, since it also forms the query.
struct Memory {
    LayerSizes sizes;
    /// (n) entry k: ‖∂y_n/∂x_{n−k}‖ (Frobenius norm), y_n the last output (for attention after W_O), divided
    /// by that of the last word itself (k = 0), so that all curves start at 1; 0 when too small for a double.
    /// Medians over `samples` random layers with the usual initialisation, U(−1/√d, 1/√d) for RNN and LSTM,
    /// normal with deviation 1/√d for attention, each on its own random words of unit variance.
    Each<std::vector<double>> influence;
    Each<std::vector<double>> lower, upper; ///< quartiles
    int samples = 0;
};

/// Throws InputError for sizes out of range. Null when stopped.
std::shared_ptr<const Memory> memory(Index n, const LayerSizes& sizes, int samples = 9,
                                     const base::StopToken& stop = {});

} // namespace timing
