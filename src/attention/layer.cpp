#include "attention/layer.h"

#include "base/parallel.h"
#include "base/product.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace attention {

std::vector<Index> Layer::heads_of(Index key_head) const {
    std::vector<Index> readers;
    for (Index head = 0; head < heads; ++head)
        if (key_head_of(head) == key_head) readers.push_back(head);
    return readers;
}

Matrix sinusoidal_positions(Index n, Index d_model) {
    assert(n >= 0 && d_model >= 0);
    Matrix p(n, d_model);
    for (Index j = 0; j < d_model; ++j) {
        const Index k = j / 2; // columns 2k (sine) and 2k + 1 (cosine) share a frequency
        const double frequency =
            std::pow(10000.0, -2.0 * static_cast<double>(k) / static_cast<double>(d_model));
        for (Index i = 0; i < n; ++i) {
            const double angle = static_cast<double>(i) * frequency;
            p(i, j) = static_cast<float>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
        }
    }
    return p;
}

Matrix clock_positions(Index n) {
    assert(n >= 0);
    Matrix p(n, 2);
    for (Index i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i % 12) / 12;
        p(i, 0) = static_cast<float>(std::cos(angle));
        p(i, 1) = static_cast<float>(std::sin(angle));
    }
    return p;
}

namespace {

// Splits the result between threads by rows, or by columns if there are more of them.
void multiply_shared(const Matrix& x, const Matrix& w, Matrix& y, int threads) {
    threads = base::worth_sharing(static_cast<double>(x.rows()) * static_cast<double>(w.size()), threads);
    const bool by_rows = x.rows() >= w.cols();
    const Index size = by_rows ? x.rows() : w.cols();
    const Index part = (size + threads - 1) / threads;
    base::parallel_for((size + part - 1) / part, threads, [&](Index i) {
        const Index first = i * part, count = std::min(part, size - first);
        if (by_rows)
            base::multiply(base::block(x, first, 0, count, x.cols()), base::block(w),
                           base::block(y, first, 0, count, y.cols()));
        else
            base::multiply(base::block(x), base::block(w, 0, first, w.rows(), count),
                           base::block(y, 0, first, y.rows(), count));
    });
}

} // namespace

Matrix project(const Matrix& x, const Matrix& w, const RowVector& b, int threads) {
    assert(x.cols() == w.rows());
    assert(b.size() == 0 || b.size() == w.cols());
    Matrix y(x.rows(), w.cols());
    if (y.size() > 0) multiply_shared(x, w, y, threads);
    if (b.size() > 0) y.rowwise() += b;
    return y;
}

} // namespace attention
