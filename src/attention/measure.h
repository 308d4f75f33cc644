#pragma once
// What a matrix of attention weights is like, in single numbers. A row is a distribution over keys.

#include "attention/matrix.h"

namespace attention {

/// H = −Σ_j a_j·log2(a_j) in bits for each row (0·log 0 = 0). weights (n, m) → (n). Source: Shannon 1948,
/// with base 2.
ColumnVector entropy(const Matrix& weights);
/// The mean of a_ii over the rows that have a key of the same position, in [0, 1].
float diagonal_share(const Matrix& weights);
/// The mean over rows of Σ_j a_ij·|i − j|, in positions.
float mean_distance(const Matrix& weights);
/// The largest weight of each row. (n, m) → (n).
ColumnVector largest_weight(const Matrix& weights);

} // namespace attention
