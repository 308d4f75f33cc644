#pragma once
// The gradient of softmax.

#include "exercise/solve.h"

namespace exercise {

/// What a change of each score is worth, from what a change of each weight is worth: for a row a of weights
/// and its gradient g, (g − Σ_j g_j·a_j) ⊙ a = g·(diag(a) − aᵀa). weights and d_weights (n, m) → (n, m).
/// Source: softmax's derivative ∂a_j/∂s_k = a_j·(δ_jk − a_k).
Numbers softmax_gradient(const Numbers& weights, const Numbers& d_weights, const Slips& slips);

} // namespace exercise
