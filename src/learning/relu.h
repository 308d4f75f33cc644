#pragma once

#include "learning/scalar.h"

namespace learning {

/// y = max(x, 0), in place. Any shape; NaN stays NaN, so that a diverging network is noticed. Source: Nair
/// and Hinton 2010, "Rectified linear units improve restricted Boltzmann machines".
template <class T>
void relu(MatrixOf<T>& x);

/// g_x from g_y, in place. y, g (r, d): y is what relu() left. At x = 0 the slope counts as 0.
template <class T>
void relu_backward(const MatrixOf<T>& y, MatrixOf<T>& g);

} // namespace learning
