#include "attention/projection.h"

#include "base/parallel.h"
#include "base/product.h"

#include <cassert>

namespace attention {

namespace {

// Splits the result between the threads by rows, or by columns when there are more of these.
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
