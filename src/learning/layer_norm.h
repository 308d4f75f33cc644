#pragma once

#include "learning/scalar.h"
#include "model/parameters.h"

namespace learning {

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

/// Adds the gradients of gain and shift to `g`, and gives that of x: g_x (r, d), or adds it to g_x. g_y (r,
/// d), `kept` by layer_norm().
template <class T>
void layer_norm_backward(const LayerNorm<T>& f, const Normalised<T>& kept, const View<T>& g_y,
                         LayerNorm<T>& g, MatrixOf<T>& g_x, Add add = Add::no);

} // namespace learning
