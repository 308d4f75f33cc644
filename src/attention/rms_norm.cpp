#include "attention/rms_norm.h"

#include <cassert>
#include <cmath>

namespace attention {

namespace {

// In double: the squares of small floats underflow.
template <class Row>
float length_of(const Row& row) {
    const double squares = row.template cast<double>().squaredNorm();
    return static_cast<float>(std::sqrt(squares / static_cast<double>(row.size()) + rms_epsilon));
}

} // namespace

float root_mean_square(const Matrix& a, Index row) {
    return length_of(a.row(row));
}

void rms_norm_heads(Matrix& a, Index heads, const RowVector& gain) {
    const Index d = gain.size();
    assert(a.cols() == heads * d);
    for (Index i = 0; i < a.rows(); ++i)
        for (Index head = 0; head < heads; ++head) {
            auto row = a.row(i).segment(head * d, d);
            row = row.cwiseProduct(gain) / length_of(row);
        }
}

Matrix rms_normed(const Matrix& a, const RowVector& gain) {
    Matrix result = a;
    rms_norm_heads(result, 1, gain);
    return result;
}

} // namespace attention
