#include "pretrained/product.h"

#include "base/half_product.h"
#include "base/parallel.h"
#include "base/product.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace pretrained {

namespace {

constexpr Index few_rows = 2;

struct Panel {
    base::AlignedFloats floats;
};

/// A part of w as floats, in memory of this thread's until the next call.
base::Block widened(const StoredMatrix& w, Index row, Index column, Index rows, Index cols) {
    base::AlignedFloats& panel = base::per_thread<Panel>().floats;
    panel.reserve(rows * cols);
    for (Index i = 0; i < rows; ++i)
        w.read(row + i, column, cols, panel.data() + i * cols);
    return {panel.data(), rows, cols, cols};
}

// y = x·w or x·wᵀ on one thread, some outputs at a time: what is summed up in y, and what the product copies
// of w, then stay in the L2 cache.

/// About so many outputs, in the widths that products compute in.
Index outputs_at_once(Index about) {
    const Index whole = base::PackedMatrix::panel_columns();
    return std::max(whole, about / whole * whole);
}

void multiply_floats(const Matrix& x, const StoredMatrix& w, Sides sides, const base::MutableBlock& y) {
    const base::Block all{reinterpret_cast<const float*>(w.data), w.rows, w.cols, w.stride};
    const Index step = outputs_at_once(256);
    for (Index first = 0; first < y.cols; first += step) {
        const Index outs = std::min(step, y.cols - first);
        const base::MutableBlock to{y.data + first, y.rows, outs, y.stride};
        if (sides == Sides::out_in)
            base::multiply_transposed(base::block(x), base::block(all, first, 0, outs, w.cols), to);
        else
            base::multiply(base::block(x), base::block(all, 0, first, w.rows, outs), to);
    }
}

/// So many terms of the sums at a time, too: 128 KB or so of widened numbers. For a few words, as in writing,
/// the file's rows are taken whole, one after the other in memory.
void multiply_halves(const Matrix& x, const StoredMatrix& w, Sides sides, const base::MutableBlock& y) {
    constexpr Index numbers = 32768, few = 8;
    const bool whole_rows = sides == Sides::in_out && x.rows() < few;
    const Index step = whole_rows ? y.cols : outputs_at_once(64);
    const Index depth = whole_rows ? std::max(few, numbers / y.cols) : numbers / 64;
    for (Index first = 0; first < y.cols; first += step)
        for (Index k = 0; k < x.cols(); k += depth) {
            const Index outs = std::min(step, y.cols - first), ins = std::min(depth, x.cols() - k);
            const base::Block left = base::block(x, 0, k, x.rows(), ins);
            const base::MutableBlock to{y.data + first, y.rows, outs, y.stride};
            const base::Add add = k == 0 ? base::Add::no : base::Add::yes;
            if (sides == Sides::out_in)
                base::multiply_transposed(left, widened(w, first, k, outs, ins), to, 1, add);
            else
                base::multiply(left, widened(w, k, first, ins, outs), to, 1, add);
        }
}

/// With few words, each by itself: there is then little to gain from widened numbers that stay.
void multiply_rows_by_halves(const Matrix& x, const StoredMatrix& w, Sides sides,
                             const base::MutableBlock& y) {
    const base::HalfBlock halves{.kind = w.storage == Storage::float16 ? base::Half::float16
                                                                       : base::Half::bfloat16,
                                 .data = reinterpret_cast<const std::uint16_t*>(w.data),
                                 .rows = w.rows,
                                 .cols = w.cols,
                                 .stride = w.stride};
    for (Index i = 0; i < x.rows(); ++i) {
        const float* const row = x.data() + i * x.cols();
        if (sides == Sides::out_in)
            base::multiply_row_transposed(row, halves, y.data + i * y.stride);
        else
            base::multiply_row(row, halves, y.data + i * y.stride);
    }
}

} // namespace

Matrix Linear::numbers() const {
    if (sides == Sides::out_in) return w.numbers().transpose();
    return w.numbers();
}

Matrix applied(const Linear& f, const Matrix& x, int threads) {
    assert(x.cols() == f.in());
    Matrix y(x.rows(), f.out());
    if (y.size() == 0) return y;
    const Index out = f.out();
    threads = base::worth_sharing(static_cast<double>(x.rows()) * static_cast<double>(f.w.size()), threads);
    const Index part = (out + threads - 1) / threads;
    base::parallel_for((out + part - 1) / part, threads, [&](Index i) {
        const Index first = i * part, count = std::min(part, out - first);
        const StoredMatrix w =
            f.sides == Sides::out_in ? f.w.rows_from(first, count) : f.w.columns(first, count);
        const base::MutableBlock to = base::block(y, 0, first, y.rows(), count);
        if (w.storage == Storage::float32)
            multiply_floats(x, w, f.sides, to);
        else if (x.rows() <= few_rows)
            multiply_rows_by_halves(x, w, f.sides, to);
        else
            multiply_halves(x, w, f.sides, to);
    });
    if (f.b.size() > 0) y.rowwise() += f.b;
    return y;
}

} // namespace pretrained
