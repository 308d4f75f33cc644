#include "attention/dropout.h"

namespace attention {

BoolMatrix draw_kept(Index n, Index m, DropoutDraw& draw) {
    BoolMatrix kept(n, m);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < m; ++j)
            kept(i, j) = draw.kept();
    return kept;
}

Matrix drop(const Matrix& weights, float rate, const BoolMatrix& kept) {
    return kept.select(weights / (1 - rate), Matrix::Zero(weights.rows(), weights.cols()));
}

} // namespace attention
