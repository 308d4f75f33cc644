#include "attention/softmax.h"

#include <limits>

namespace attention {

namespace {

// exp(−87) is about the smallest normal float. Below it Eigen's exp does not reach 0, and is slow.
constexpr float smallest_exponent = -87;

} // namespace

Softmax softmax(const Matrix& s, const base::StopToken& stop) {
    constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
    Softmax result{ColumnVector(s.rows()), Matrix(s.rows(), s.cols()), ColumnVector(s.rows()),
                   Matrix(s.rows(), s.cols())};
    for (Index i = 0; i < s.rows() && !stop.stop_requested(); ++i) {
        const float row_max = s.row(i).maxCoeff();
        result.row_max[i] = row_max;
        if (row_max == minus_infinity) {
            result.numerators.row(i).setZero();
            result.denominators[i] = 0;
            result.weights.row(i).setZero();
            continue;
        }
        auto numerators = result.numerators.row(i);
        numerators = (s.row(i).array() - row_max).max(smallest_exponent).exp();
        for (Index j = 0; j < s.cols(); ++j)
            numerators[j] = s(i, j) - row_max < smallest_exponent ? 0 : numerators[j];
        result.denominators[i] = numerators.sum();
        result.weights.row(i) = numerators / result.denominators[i];
    }
    return result;
}

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
