#pragma once

#include "attention/types.h"

namespace attention {

/// A linear map of every row: Y = X·W + b. x (n, d), w (d, p), b (p) or size 0 for none → (n, p), computed on
/// up to `threads` threads. Queries, keys, values and the output are such projections. Source: Vaswani et al.
/// 2017, section 3.2.2.
Matrix project(const Matrix& x, const Matrix& w, const RowVector& b, int threads = 1);

} // namespace attention
