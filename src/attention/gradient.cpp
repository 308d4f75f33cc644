#include "attention/gradient.h"

#include <cassert>
#include <cmath>

namespace attention {

namespace {

// Separates out the largest weight a: near 1, both 1 − a and Σ_{i≠j} would be differences of nearly equal
// numbers. With R₂ = Σ a_j² and R₄ = Σ a_j⁴ over the others, the i ≠ j part is 2·a²·R₂ + R₂² − R₄.
double norm_of_row(const Matrix& weights, Index i) {
    Index largest = 0;
    const double a = weights.row(i).maxCoeff(&largest);
    double rest = 0, diagonal = 0, r_2 = 0, r_4 = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
        if (j == largest) continue;
        const double other = weights(i, j), square = other * other;
        rest += other;
        diagonal += square * (1 - other) * (1 - other);
        r_2 += square;
        r_4 += square * square;
    }
    diagonal += a * a * rest * rest;
    return std::sqrt(diagonal + 2 * a * a * r_2 + r_2 * r_2 - r_4);
}

} // namespace

Matrix softmax_gradient(const Matrix& weights, const Matrix& upstream) {
    assert(weights.rows() == upstream.rows() && weights.cols() == upstream.cols());
    Matrix result(weights.rows(), weights.cols());
    for (Index i = 0; i < weights.rows(); ++i) {
        const float mean = weights.row(i).dot(upstream.row(i));
        result.row(i) = weights.row(i).array() * (upstream.row(i).array() - mean);
    }
    return result;
}

ColumnVector jacobian_norm(const Matrix& weights) {
    ColumnVector norms = ColumnVector::Zero(weights.rows());
    if (weights.cols() == 0) return norms;
    for (Index i = 0; i < weights.rows(); ++i)
        norms[i] = static_cast<float>(norm_of_row(weights, i));
    return norms;
}

} // namespace attention
