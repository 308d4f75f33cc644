#pragma once
// The softmax of one row, in place: of the scores of a query, and of the logits of a word.

#include "learning/scalar.h"

namespace learning {

/// The sum of a row's exponentials, Σ_j exp(s_j) = total·exp(largest): as one number it would overflow.
template <class T>
struct Exponentials {
    T largest; ///< max_j s_j; −∞ in a row without an allowed key
    T total;   ///< Σ_j exp(s_j − largest); 0 in such a row
};

/// s_j becomes exp(s_j)/Σ_j exp(s_j); a row of −∞ becomes 0, one that holds NaN or +∞ becomes NaN. s: `count`
/// numbers, more than 0. Source: as attention::softmax().
Exponentials<float> softmax(float* s, Index count);
Exponentials<double> softmax(double* s, Index count);

} // namespace learning
