#pragma once
// How strongly the last output depends on each word, computed exactly: the Jacobians behind timing/memory.h.

#include "attention/layer.h"
#include "base/stop.h"
#include "recurrent/cell.h"
#include "timing/runner.h"

#include <vector>

namespace timing {

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

} // namespace timing
