#pragma once

#include "learning/scalar.h"
#include "model/parameters.h"

namespace learning {

/// The parameters of a linear map, or their gradients.
template <class T>
using Linear = model::Linear<T>;

/// y = x·w + b for every row. x (r, d) → y (r, p). Asserts that the shapes match. Source: Goodfellow et al.
/// 2016, "Deep Learning", section 6.1.
template <class T>
void linear(const Linear<T>& f, const View<T>& x, MatrixOf<T>& y);

/// Adds the gradients of w and b to `g`, and gives that of x: g_x (r, d), or adds it to g_x. x (r, d) as in
/// linear(), g_y (r, p). Source: section 6.5.6.
template <class T>
void linear_backward(const Linear<T>& f, const View<T>& x, const View<T>& g_y, Linear<T>& g, MatrixOf<T>& g_x,
                     Add add = Add::no);

} // namespace learning
