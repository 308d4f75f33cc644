#include "attention/projection.h"

#include <cassert>

namespace attention {

Matrix project(const Matrix& x, const Matrix& w, const RowVector& b) {
    assert(x.cols() == w.rows());
    assert(b.size() == 0 || b.size() == w.cols());
    Matrix y(x.rows(), w.cols());
    y.noalias() = x * w;
    if (b.size() > 0) y.rowwise() += b;
    return y;
}

} // namespace attention
