#pragma once
// The layers of a network, each forward and backward: linear map, ReLU, layer normalisation, embedding,
// softmax and cross-entropy. They are templates on their scalar: float for training, double for checking
// gradients by finite differences, for which float is too coarse.

#include "base/product.h"
#include "model/transformer.h"

#include <span>
#include <type_traits>

namespace learning {

using base::Add;
using base::Index;

// Matrices of either scalar, and their products.

template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using RowVectorOf = Eigen::Matrix<T, 1, Eigen::Dynamic>;

/// A matrix or a part of one, without a copy: m, m.middleRows(…), m.block(…). T is deduced from the other
/// arguments of a function.
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

// The layers.

/// The parameters of a linear map, or their gradients.
template <class T>
using Linear = model::Linear<T>;

/// y = x·w + b for every row. x (r, d) → y (r, p). Asserts that the shapes match. Source: Goodfellow et al.
/// 2016, "Deep Learning", section 6.1.
template <class T>
void linear(const Linear<T>& f, const View<T>& x, MatrixOf<T>& y);

/// Adds the gradients of w and b to `g`, and sets g_x (r, d) to that of x, or adds it. x (r, d) as in
/// linear(), g_y (r, p). Source: section 6.5.6.
template <class T>
void linear_backward(const Linear<T>& f, const View<T>& x, const View<T>& g_y, Linear<T>& g, MatrixOf<T>& g_x,
                     Add add = Add::no);

/// y = max(x, 0), in place. Any shape; NaN stays NaN, so that a diverging network is noticed. Source: Nair
/// and Hinton 2010, "Rectified linear units improve restricted Boltzmann machines".
template <class T>
void relu(MatrixOf<T>& x);

/// g_x from g_y, in place. y, g (r, d): y is what relu() left. At x = 0 the slope counts as 0.
template <class T>
void relu_backward(const MatrixOf<T>& y, MatrixOf<T>& g);

/// The parameters of a layer normalisation, or their gradients.
template <class T>
using LayerNorm = model::LayerNorm<T>;

/// What the backward pass needs.
template <class T>
struct Normalised {
    MatrixOf<T> x_hat;        ///< (r, d) rows of mean 0 and variance 1
    RowVectorOf<T> deviation; ///< (r) √(σ² + ε) of each row
};

/// y = gain ⊙ x̂ + shift, x̂ = (x − μ)/√(σ² + ε), where μ and σ² are the mean and the variance of the row and
/// ε = 10⁻⁵. x (r, d) → y (r, d). Source: Ba et al. 2016, "Layer normalization", section 3.
template <class T>
void layer_norm(const LayerNorm<T>& f, const View<T>& x, MatrixOf<T>& y, Normalised<T>& kept);

/// Adds the gradients of gain and shift to `g`, and sets g_x (r, d) to that of x, or adds it. g_y (r, d),
/// `kept` by layer_norm().
template <class T>
void layer_norm_backward(const LayerNorm<T>& f, const Normalised<T>& kept, const View<T>& g_y,
                         LayerNorm<T>& g, MatrixOf<T>& g_x, Add add = Add::no);

/// y_i = factor · row ids_i of the table. table (vocabulary, d), ids (r) in 0 … vocabulary − 1 → y (r, d).
/// The factor is 1, or √d where the table is the unembedding too. Asserts that the ids are rows of the table.
/// Source: Vaswani et al. 2017, section 3.4.
///
/// The tied unembedding, logits = x·tableᵀ, needs no function of its own: multiply_transposed(x, table,
/// logits), and back multiply(g_logits, table, g_x), transposed_multiply(g_logits, x, g_table, 1, Add::yes).
/// Source: Press and Wolf 2017, "Using the output embedding to improve language models".
template <class T>
void embedding(const MatrixOf<T>& table, std::span<const int> ids, std::type_identity_t<T> factor,
               MatrixOf<T>& y);

/// Adds the gradient of the table to g_table (vocabulary, d). g_y (r, d).
template <class T>
void embedding_backward(std::span<const int> ids, std::type_identity_t<T> factor, const View<T>& g_y,
                        MatrixOf<T>& g_table);

// Softmax, of the scores of a query or the logits of a word, and the loss made from it.

/// The sum of a row's exponentials, Σ_j exp(s_j) = total·exp(largest), which could overflow as one number.
template <class T>
struct Exponentials {
    T largest; ///< max_j s_j; −∞ in a row without an allowed key
    T total;   ///< Σ_j exp(s_j − largest); 0 in such a row
};

/// In place: s_j becomes exp(s_j)/Σ_j exp(s_j); a row of −∞ becomes 0, one that holds NaN or +∞ becomes NaN.
/// s: `count` numbers, more than 0. Source: as attention::softmax().
Exponentials<float> softmax(float* s, Index count);
Exponentials<double> softmax(double* s, Index count);

/// The loss of a batch and its gradient.
template <class T>
struct CrossEntropy {
    double loss = 0;         ///< in nats: the mean over the rows that count; 0 when none does
    Index counted = 0;       ///< rows that count
    MatrixOf<T> probability; ///< (r, classes) the softmax of the logits; 0 in rows that do not count
    MatrixOf<T> g_logits;    ///< (r, classes) the gradient of the loss; 0 in rows that do not count
};

/// loss = −mean_i log p_i,target(i), p = softmax(logits). logits (r, classes), targets (r): a class, or −1 in
/// a row that does not count. A logit that is NaN makes the loss NaN. Asserts that the targets are classes.
/// Source: Goodfellow et al. 2016, "Deep Learning", section 6.2.2.3.
template <class T>
void cross_entropy(const View<T>& logits, std::span<const int> targets, CrossEntropy<T>& result);

} // namespace learning
