#include "attention/dropout.h"

namespace attention {

Matrix drop(const Matrix& weights, float rate, DropoutDraw& draw) {
    Matrix dropped(weights.rows(), weights.cols());
    for (Index i = 0; i < weights.rows(); ++i)
        for (Index j = 0; j < weights.cols(); ++j)
            dropped(i, j) = draw.kept() ? weights(i, j) / (1 - rate) : 0;
    return dropped;
}

} // namespace attention
