#include "base/product.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#ifdef ATTENTION_LAB_OPENBLAS
#include <cblas.h>
#endif

namespace base {

namespace {

std::atomic<std::uint64_t> done{0};

#ifdef ATTENTION_LAB_OPENBLAS

void product(const Block& a, const Block& b, bool b_transposed, const MutableBlock& c, float alpha, Add add) {
    // One thread: the loops that call this are parallel themselves.
    [[maybe_unused]] static const bool one_thread = (openblas_set_num_threads(1), true);
    const auto n = [](Index i) { return static_cast<blasint>(i); };
    cblas_sgemm(CblasRowMajor, CblasNoTrans, b_transposed ? CblasTrans : CblasNoTrans, n(c.rows), n(c.cols),
                n(a.cols), alpha, a.data, n(a.stride), b.data, n(b.stride), add == Add::yes ? 1.0F : 0.0F,
                c.data, n(c.stride));
}

#else

void product(const Block& a, const Block& b, bool b_transposed, const MutableBlock& c, float alpha, Add add) {
    using Stride = Eigen::OuterStride<>;
    const Eigen::Map<const Matrix, 0, Stride> left(a.data, a.rows, a.cols, Stride(a.stride));
    const Eigen::Map<const Matrix, 0, Stride> right(b.data, b.rows, b.cols, Stride(b.stride));
    Eigen::Map<Matrix, 0, Stride> result(c.data, c.rows, c.cols, Stride(c.stride));
    if (add == Add::no) result.setZero();
    if (b_transposed)
        result.noalias() += alpha * left * right.transpose();
    else
        result.noalias() += alpha * left * right;
}

#endif

// With few rows, OpenBLAS would pack all of b (or a cache-sized part of it) only to use it a few times.
// Pieces of up to `unpacked_product` multiply-adds are multiplied in place instead.
constexpr Index few_rows = 32;

void in_pieces(const Block& a, const Block& b, bool b_transposed, const MutableBlock& c, float alpha,
               Add add) {
    const Index fit = unpacked_product / (c.rows * std::max<Index>(a.cols, 1)) / 32 * 32;
    const Index piece = c.rows <= few_rows && fit >= 32 ? fit : c.cols;
    for (Index first = 0; first < c.cols; first += piece) {
        const Index count = std::min(piece, c.cols - first);
        const Block part = b_transposed ? Block{b.data + first * b.stride, count, b.cols, b.stride}
                                        : Block{b.data + first, b.rows, count, b.stride};
        product(a, part, b_transposed, {c.data + first, c.rows, count, c.stride}, alpha, add);
    }
}

void counted(const Block& a, const Block& b, bool b_transposed, const MutableBlock& c, float alpha, Add add) {
    assert(c.rows == a.rows && c.cols == (b_transposed ? b.rows : b.cols));
    assert(a.cols == (b_transposed ? b.cols : b.rows));
    if (c.rows == 0 || c.cols == 0) return;
    in_pieces(a, b, b_transposed, c, alpha, add);
    count_multiply_adds(static_cast<std::uint64_t>(c.rows * c.cols * a.cols));
}

} // namespace

void multiply(const Block& a, const Block& b, const MutableBlock& c, float alpha, Add add) {
    counted(a, b, false, c, alpha, add);
}

void multiply_transposed(const Block& a, const Block& b, const MutableBlock& c, float alpha, Add add) {
    counted(a, b, true, c, alpha, add);
}

std::uint64_t multiply_adds_done() {
    return done.load(std::memory_order_relaxed);
}

void count_multiply_adds(std::uint64_t count) {
    done.fetch_add(count, std::memory_order_relaxed);
}

} // namespace base
