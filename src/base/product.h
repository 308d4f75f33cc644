#pragma once
// Products of matrix blocks, their count, and the speed that none can exceed. The kernels are chosen for the
// processor at run time (Highway); a build without Highway uses Eigen.

#include "base/scratch.h"

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
/// The same of a block.
inline Block block(const Block& b, Index row, Index column, Index rows, Index cols) {
    return {b.data + row * b.stride + column, rows, cols, b.stride};
}
inline MutableBlock block(Matrix& m, Index row, Index column, Index rows, Index cols) {
    return {m.data() + row * m.cols() + column, rows, cols, m.cols()};
}
inline MutableBlock block(Matrix& m) {
    return block(m, 0, 0, m.rows(), m.cols());
}

enum class Add { no, yes };

/// c = alpha·a·b, or c += alpha·a·b. a (r, k), b (k, s), c (r, s), which must not overlap a or b. Runs on the
/// calling thread only; several threads may call it at once.
void multiply(const Block& a, const Block& b, const MutableBlock& c, float alpha = 1, Add add = Add::no);
/// c = alpha·a·bᵀ, or c += alpha·a·bᵀ. a (r, k), b (s, k), c (r, s).
void multiply_transposed(const Block& a, const Block& b, const MutableBlock& c, float alpha = 1,
                         Add add = Add::no);
/// c = alpha·aᵀ·b, or c += alpha·aᵀ·b. a (k, r), b (k, s), c (r, s).
void transposed_multiply(const Block& a, const Block& b, const MutableBlock& c, float alpha = 1,
                         Add add = Add::no);

/// A right-hand side for many products, copied once into the order in which they read it.
class PackedMatrix {
public:
    PackedMatrix() = default;
    /// b (k, s). Throws std::bad_alloc.
    explicit PackedMatrix(const Block& b);

    Index rows() const { return rows_; }
    Index cols() const { return cols_; }

    /// Products with some of the columns start at a multiple of this.
    static Index panel_columns();

private:
    friend void multiply(const Block& a, const PackedMatrix& b, Index first, const MutableBlock& c,
                         float alpha, Add add);
    Index rows_ = 0, cols_ = 0;
    AlignedFloats floats_;
};

/// c = alpha·a·b', or c += alpha·a·b', where b' is b's columns [first, first + s); `first` is a multiple of
/// PackedMatrix::panel_columns(). a (r, k), b (k, s or more), c (r, s).
void multiply(const Block& a, const PackedMatrix& b, Index first, const MutableBlock& c, float alpha = 1,
              Add add = Add::no);

/// Floats of working memory that each thread keeps for multiply() or multiply_transposed() with c (rows,
/// cols) and sums over `inner` terms.
Index multiply_numbers(Index rows, Index inner, Index cols);
Index multiply_transposed_numbers(Index rows, Index inner, Index cols);

/// Multiply-adds of all products since the program started, on all threads: cost formulas are checked against
/// them.
std::uint64_t multiply_adds_done();
/// For products not computed here (packed recurrent weights).
void count_multiply_adds(std::uint64_t count);

/// Multiply-adds and nothing else, which no product on this machine can outrun: `rounds` for each of several
/// vectors in registers that do not wait for one another. Returns the number of scalar multiply-adds, which
/// are not counted above.
double multiply_add_loop(Index rounds);

} // namespace base
