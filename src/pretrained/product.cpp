#include "pretrained/product.h"

#include "base/parallel.h"
#include "base/product.h"

#include <algorithm>
#include <cassert>

namespace pretrained {

namespace {

// Widened numbers, together with what the product itself copies, stay in the L2 cache.
constexpr Index panel_numbers = 32768;

struct Panel {
    base::AlignedFloats floats;
};

/// Rows [first, first + count) of w as floats: where they lie, or widened.
base::Block panel_of(const StoredMatrix& w, Index first, Index count) {
    if (w.storage == Storage::float32)
        return {reinterpret_cast<const float*>(w.at(first, 0)), count, w.cols, w.stride};
    base::AlignedFloats& panel = base::per_thread<Panel>().floats;
    panel.reserve(count * w.cols);
    for (Index i = 0; i < count; ++i)
        w.read(first + i, 0, w.cols, panel.data() + i * w.cols);
    return {panel.data(), count, w.cols, w.cols};
}

/// y = x·w or x·wᵀ on one thread. Rows of w are outputs, or terms of the sums.
void multiply_stored(const Matrix& x, const StoredMatrix& w, Sides sides, const base::MutableBlock& y) {
    const bool whole = w.storage == Storage::float32;
    const Index at_once = whole ? w.rows : std::max<Index>(8, panel_numbers / std::max<Index>(w.cols, 1));
    for (Index first = 0; first < w.rows; first += at_once) {
        const Index count = std::min(at_once, w.rows - first);
        const base::Block panel = panel_of(w, first, count);
        if (sides == Sides::out_in)
            base::multiply_transposed(base::block(x), panel, {y.data + first, y.rows, count, y.stride});
        else
            base::multiply(base::block(x, 0, first, x.rows(), count), panel, y, 1,
                           first == 0 ? base::Add::no : base::Add::yes);
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
        multiply_stored(x, w, f.sides, base::block(y, 0, first, y.rows(), count));
    });
    if (f.b.size() > 0) y.rowwise() += f.b;
    return y;
}

} // namespace pretrained
