#pragma once
// RMS-normed queries and keys: every row is brought to length √d_k, then scaled column by column, so that no
// score grows with the length of a query or a key.

#include "attention/layer.h"

namespace attention {

/// ε, which keeps a row of zeros finite.
inline constexpr float rms_epsilon = 1e-6F;

/// √(Σ_j a_j²/d + ε) of row `row`. a (n, d).
float root_mean_square(const Matrix& a, Index row);

/// a_ij / √(Σ_j a_ij²/d + ε) · gain_j. a (n, d), gain (d) → (n, d). Source: Zhang and Sennrich 2019, "Root
/// Mean Square Layer Normalization", equation 4; on queries and keys: Henry et al. 2020, "Query-Key
/// Normalization for Transformers"; in this form: OLMo Team 2024, "2 OLMo 2 Furious", section 2.
Matrix rms_normed(const Matrix& a, const RowVector& gain);
/// The same for `heads` heads side by side, each normed by itself: a (n, heads·d), gain (d), in place.
void rms_norm_heads(Matrix& a, Index heads, const RowVector& gain);

} // namespace attention
