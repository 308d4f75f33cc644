#include "attention/measure.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace attention {

ColumnVector entropy(const Matrix& weights) {
    ColumnVector bits = ColumnVector::Zero(weights.rows());
    for (Index i = 0; i < weights.rows(); ++i)
        for (Index j = 0; j < weights.cols(); ++j)
            if (weights(i, j) > 0) bits[i] -= weights(i, j) * std::log2(weights(i, j));
    return bits;
}

float diagonal_share(const Matrix& weights) {
    const Index length = std::min(weights.rows(), weights.cols());
    return length == 0 ? 0 : weights.diagonal().mean();
}

float mean_distance(const Matrix& weights) {
    if (weights.rows() == 0) return 0;
    double sum = 0;
    for (Index i = 0; i < weights.rows(); ++i)
        for (Index j = 0; j < weights.cols(); ++j)
            sum += weights(i, j) * static_cast<float>(std::abs(i - j));
    return static_cast<float>(sum / static_cast<double>(weights.rows()));
}

ColumnVector largest_weight(const Matrix& weights) {
    if (weights.cols() == 0) return ColumnVector::Zero(weights.rows());
    return weights.rowwise().maxCoeff();
}

} // namespace attention
