#pragma once
// Attention that keeps no n × m matrix: blocks of queries against blocks of keys, with the row maximum and
// the sum of the softmax kept up to date from block to block. The same numbers as trace() to rounding, fast,
// and in memory that grows with n. Sources: Milakov and Gimelshein 2018, "Online normalizer calculation for
// softmax"; Dao et al. 2022, "FlashAttention", section 3.1.

#include "attention/layer.h"

#include <stop_token>

namespace attention {

/// What the rows and columns of a fused pass mean, and what happens to the scores.
struct FusedShape {
    Index items = 1;              ///< sequences of equal length, one below another in the rows
    Index heads = 1;              ///< side by side in the columns
    float divisor = 1;            ///< of the scores
    std::vector<Mask> masks = {}; ///< none, one for all items, or one for each
    int threads = 1;
    Matrix v_add = {}; ///< (h, d_a) additive score: q and k are then (…, h·d_a), the sums under the tanh
    Dropout dropout = {}; ///< drawn as trace() draws, one after another: on one thread
};

/// softmax(Q·Kᵀ/divisor + mask)·V for every head of every item. q (items·n, h·d_k), k (items·m, h·d_k),
/// v (items·m, h·d_v) → (items·n, h·d_v). A query without an allowed key gives 0. Rows are left unwritten
/// once `stop` is requested. Asserts that shapes fit together; throws InputError when a score is too large
/// for a float.
Matrix fused_attention(const Matrix& q, const Matrix& k, const Matrix& v, const FusedShape& shape,
                       const std::stop_token& stop = {});

} // namespace attention
