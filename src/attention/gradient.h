#pragma once
// How much of a gradient passes back through the softmax. For one row a = softmax(s) the Jacobian is
// J = diag(a) − a·aᵀ: what one weight gains, the others lose.

#include "attention/types.h"

namespace attention {

/// g_s = J·g_a = a ⊙ (g_a − (g_a·a)·1) for every row: the gradient of a loss with respect to the scores, from
/// that with respect to the weights. weights, upstream (n, m) → (n, m). A row without an allowed key, whose
/// weights are 0, gives 0. Source: Goodfellow et al. 2016, "Deep Learning", section 6.2.2.3.
Matrix softmax_gradient(const Matrix& weights, const Matrix& upstream);

/// The Frobenius norm of J for every row, ‖J‖² = Σ_i a_i²(1 − a_i)² + Σ_{i≠j} a_i²a_j². weights (n, m), whose
/// rows sum to 1 or are 0 → (n). √(m − 1)/m for equal weights, at most ½, 0 when one key has all the weight:
/// then nothing is learned through this row.
ColumnVector jacobian_norm(const Matrix& weights);

} // namespace attention
