#pragma once
// Numbers for the tests: dense, the same every time.

#include "base/matrix.h"
#include "close.h"

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

} // namespace make
