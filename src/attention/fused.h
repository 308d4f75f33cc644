#pragma once
// Attention without an n × m matrix: blocks of queries against blocks of keys, updating the row maximum and
// the sum of the softmax from block to block. Gives the same numbers as trace() to rounding, but fast and in
// memory linear in n. Sources: Milakov and Gimelshein 2018, "Online normalizer calculation for softmax"; Dao
// et al. 2022, "FlashAttention", section 3.1.

#include "attention/layer.h"
#include "base/stop.h"

namespace attention {

/// The layout of a fused pass's rows and columns, and what is done to the scores.
struct FusedShape {
    Index items = 1;              ///< sequences of equal length, stacked in the rows
    Index heads = 1;              ///< side by side in the columns
    float divisor = 1;            ///< of the scores
    std::vector<Mask> masks = {}; ///< none, one for all items, or one per item
    int threads = 1;
    Matrix v_add = {}; ///< (h, d_a) additive score: q and k are then (…, h·d_a), the terms inside the tanh
    Dropout dropout = {}; ///< drawn in the order of trace(), which takes a single thread
};

/// softmax(Q·Kᵀ/divisor + mask)·V for every head of every item. q (items·n, h·d_k), k (items·m, h·d_k),
/// v (items·m, h·d_v) → (items·n, h·d_v). A query without an allowed key gives 0. Rows are left unwritten
/// once `stop` is requested. Asserts that the shapes match; throws InputError when a score is too large for a
/// float.
Matrix fused_attention(const Matrix& q, const Matrix& k, const Matrix& v, const FusedShape& shape,
                       const base::StopToken& stop = {});

} // namespace attention
