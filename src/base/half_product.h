#pragma once
// A row times a matrix of 16-bit numbers, which are widened in registers and never written as floats: with
// one row, as in writing word by word, reading the matrix is all the work there is.

#include "base/matrix.h"

#include <cstdint>

namespace base {

enum class Half { float16, bfloat16 };

/// Numbers in memory: (rows, cols), `stride` numbers from one row to the next.
struct HalfBlock {
    Half kind = Half::float16;
    const std::uint16_t* data = nullptr;
    Index rows = 0, cols = 0, stride = 0;
};

/// y (cols) = x (rows)·w.
void multiply_row(const float* x, const HalfBlock& w, float* y);
/// y (rows) = x (cols)·wᵀ.
void multiply_row_transposed(const float* x, const HalfBlock& w, float* y);

} // namespace base
