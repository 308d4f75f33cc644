#pragma once
// Products of matrix blocks: with OpenBLAS, which picks its kernels for the processor at run time, or with
// Eigen in a build without it.

#include "base/matrix.h"

#include <cstdint>

namespace base {

/// A view of some rows and columns of a row-major matrix.
struct Block {
    const float* data = nullptr;
    Index rows = 0, cols = 0;
    Index stride = 0; ///< floats from one row to the next
};
struct MutableBlock {
    float* data = nullptr;
    Index rows = 0, cols = 0;
    Index stride = 0;

    operator Block() const { return {data, rows, cols, stride}; }
};

/// The rows [row, row + rows) and columns [column, column + cols) of m, which must outlive the block.
inline Block block(const Matrix& m, Index row, Index column, Index rows, Index cols) {
    return {m.data() + row * m.cols() + column, rows, cols, m.cols()};
}
inline Block block(const Matrix& m) {
    return block(m, 0, 0, m.rows(), m.cols());
}
inline MutableBlock block(Matrix& m, Index row, Index column, Index rows, Index cols) {
    return {m.data() + row * m.cols() + column, rows, cols, m.cols()};
}
inline MutableBlock block(Matrix& m) {
    return block(m, 0, 0, m.rows(), m.cols());
}

enum class Add { no, yes };

/// Up to this many multiply-adds, OpenBLAS multiplies in place (0.3.21, its small-matrix path for AVX-512);
/// for larger products it packs both factors first.
constexpr Index unpacked_product = 1'000'000;

/// c = alpha·a·b, or c += alpha·a·b. a (r, k), b (k, s), c (r, s). Runs on the calling thread only; several
/// threads may call it at once.
void multiply(const Block& a, const Block& b, const MutableBlock& c, float alpha = 1, Add add = Add::no);
/// c = alpha·a·bᵀ, or c += alpha·a·bᵀ. a (r, k), b (s, k), c (r, s).
void multiply_transposed(const Block& a, const Block& b, const MutableBlock& c, float alpha = 1,
                         Add add = Add::no);

/// Multiply-adds of all products since the program started, on all threads: what cost formulas are checked
/// against.
std::uint64_t multiply_adds_done();
/// For products not computed here (packed recurrent weights).
void count_multiply_adds(std::uint64_t count);

} // namespace base
