#pragma once
// Numbers for the tests: dense, the same every time.

#include "base/matrix.h"

#include <random>

namespace make {

using base::Index;
using base::Matrix;

/// Numbers in [−1, 1).
inline Matrix matrix(Index rows, Index columns, unsigned seed) {
    std::mt19937 engine(seed);
    return Matrix::NullaryExpr(rows, columns,
                               [&] { return static_cast<float>(engine() >> 8) * 0x1p-23F - 1.0F; });
}

/// Cells differ by at most `tolerance`; −∞ equals −∞.
inline bool is_close(const Matrix& a, const Matrix& b, float tolerance = 1e-5F) {
    return a.rows() == b.rows() && a.cols() == b.cols() &&
           ((a.array() == b.array()) || ((a - b).array().abs() <= tolerance)).all();
}

} // namespace make
