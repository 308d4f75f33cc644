#pragma once
// Layers are templates on their scalar: float for training, double for checking gradients by finite
// differences, which float is too coarse for. What the two do differently is here.

#include "base/product.h"

#include <type_traits>

namespace learning {

using base::Add;
using base::Index;

template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using RowVectorOf = Eigen::Matrix<T, 1, Eigen::Dynamic>;

/// Some rows and columns of a matrix, without a copy: a whole matrix, m.middleRows(…), m.block(…). T is found
/// from the other arguments of a function.
template <class T>
using View = Eigen::Ref<const MatrixOf<std::type_identity_t<T>>, 0, Eigen::OuterStride<>>;
template <class T>
using MutableView = Eigen::Ref<MatrixOf<std::type_identity_t<T>>, 0, Eigen::OuterStride<>>;

/// c = alpha·a·b, or c += alpha·a·b. a (r, k), b (k, s), c (r, s), which must not overlap a or b. Runs on the
/// calling thread only; asserts that the shapes match.
void multiply(const View<float>& a, const View<float>& b, MutableView<float> c, float alpha = 1,
              Add add = Add::no);
void multiply(const View<double>& a, const View<double>& b, MutableView<double> c, double alpha = 1,
              Add add = Add::no);
/// c = alpha·a·bᵀ, or c += alpha·a·bᵀ. a (r, k), b (s, k), c (r, s).
void multiply_transposed(const View<float>& a, const View<float>& b, MutableView<float> c, float alpha = 1,
                         Add add = Add::no);
void multiply_transposed(const View<double>& a, const View<double>& b, MutableView<double> c,
                         double alpha = 1, Add add = Add::no);
/// c = alpha·aᵀ·b, or c += alpha·aᵀ·b. a (k, r), b (k, s), c (r, s).
void transposed_multiply(const View<float>& a, const View<float>& b, MutableView<float> c, float alpha = 1,
                         Add add = Add::no);
void transposed_multiply(const View<double>& a, const View<double>& b, MutableView<double> c,
                         double alpha = 1, Add add = Add::no);

/// sums += the sum of the rows of m. m (r, s), sums (s).
template <class T>
void add_rows(const View<T>& m, RowVectorOf<T>& sums) {
    for (Index i = 0; i < m.rows(); ++i)
        sums += m.row(i);
}

} // namespace learning
