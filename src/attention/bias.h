#pragma once
// What is added to the scores after the scale: a matrix, and a penalty that grows with the distance.

#include "attention/layer.h"

namespace attention {

/// The slope of ALiBi's penalty for head `head` of `heads`: 2^(−8(head+1)/h) for a power of two h. Otherwise
/// the first 2^⌊log₂ h⌋ heads have the slopes of that power, and the rest every other slope of its double.
/// Source: Press et al. 2022, "Train Short, Test Long", section 3, and its reference code for other numbers.
float alibi_slope(Index head, Index heads);

/// The bias of one head for a query at place t = first_place + i and key j: b_ij = given_ij − slope·|t − j|.
/// The penalty takes the distance on both sides, which under a causal mask is that of the source.
struct HeadBias {
    const Matrix* given = nullptr; ///< (n, m), or null for none
    float slope = 0;
    Index first_place = 0;

    bool empty() const { return !given && slope == 0; }
    float at(Index i, Index j) const {
        const Index distance = first_place + i > j ? first_place + i - j : j - first_place - i;
        return (given ? (*given)(i, j) : 0) - slope * static_cast<float>(distance);
    }
};

/// The bias of `head`, which refers to `bias`. first_place: of query 0.
HeadBias head_bias(const Bias& bias, Index head, Index heads, Index first_place);

/// biased_ij = s_ij + b_ij. s (n, m) → (n, m).
Matrix biased_scores(const Matrix& s, const HeadBias& bias);

} // namespace attention
