#pragma once
// Rotary positions: a query and a key are turned, pair by pair of their columns, by angles that grow with
// their places. Their product then depends on the distance between the places alone.

#include "attention/layer.h"

namespace attention {

/// What turns one column of a row: its partner in the pair and the angle. rotated = cos θ·own + sign·sin
/// θ·partner, sign being −1 in the first column of a pair and +1 in the second.
struct Turn {
    Index partner = 0;
    double angle = 0; ///< θ in radians: place·base^(−2j/dims) for pair j
    float sign = 1;
    bool turns = false; ///< false for the columns from `dims` on, which stay as they are
};

/// How many of d_k columns are turned.
Index turned_dims(const Rotary& rotary, Index d_k);
/// For column `column` of d_k in the row at `place`.
Turn turn_of(const Rotary& rotary, Index d_k, Index place, Index column);

/// (q_a, q_b) → (q_a·cos θ − q_b·sin θ, q_a·sin θ + q_b·cos θ) for each pair of columns (a, b), with
/// θ = place·base^(−2j/dims) for pair j, or slower: see SlowerTurns; row i stands at place first + i. a (n,
/// d_k) → (n, d_k). Source: Su et al. 2021, "RoFormer", section 3.2.2, equation 15 (interleaved); pairs of
/// halves as in most models today.
Matrix rotated(const Matrix& a, const Rotary& rotary, Index first);
/// The same for `heads` heads side by side and `items` sequences of equal length one after the other, each of
/// which begins at place `first`: a (items·n, heads·d_k), in place.
void rotate_heads(Matrix& a, Index heads, const Rotary& rotary, Index first, Index items = 1);

} // namespace attention
