#pragma once
// Gradients measured by finite differences, in double.

#include "base/make.h"
#include "learning/layers.h"

namespace make {

using learning::MatrixOf;
using learning::RowVectorOf;

/// Numbers in [−1, 1), the same as floats and as doubles.
inline MatrixOf<double> doubles(Index rows, Index columns, unsigned seed) {
    return matrix(rows, columns, seed).cast<double>();
}

/// Σ a ⊙ b: a loss whose gradient with respect to a is b.
template <class A, class B>
double sum_of_products(const A& a, const B& b) {
    return (a.array() * b.array()).sum();
}

/// Whether `gradient` is that of loss() with respect to each number of x, which loss() reads. Central
/// differences: their error is of order step² = 1e-10, and the rounding 1e-16/step = 1e-11.
template <class M, class Loss>
Agreement is_gradient(const M& gradient, M& x, const Loss& loss) {
    constexpr double step = 1e-5, tolerance = 1e-8;
    M measured(x.rows(), x.cols());
    for (Index i = 0; i < x.size(); ++i) {
        const double before = x.data()[i];
        x.data()[i] = before + step;
        const double more = loss();
        x.data()[i] = before - step;
        measured.data()[i] = (more - loss()) / (2 * step);
        x.data()[i] = before;
    }
    return is_close(gradient, measured, Tolerance(tolerance, tolerance));
}

/// Whether floats are these doubles to 1e-4 of the largest.
template <class F, class D>
Agreement is_rounded(const F& floats, const D& doubles) {
    return is_close(floats, doubles, of_largest(1e-4));
}

} // namespace make
