#pragma once
// The inner loops of a fused pass, for the processor found at run time.

#include "base/product.h"

namespace attention {

using base::Index;

// A few queries with their keys and values in several heads at once (head_products.cpp). Heads lie side by
// side in the columns, so one head's numbers are a short piece of every row. A few queries wait for memory,
// which is read in order when all heads go through the rows together.

/// s_(i·c+h),j = alpha·q_i·k_j over the columns of head h of c and of the key head that it reads of c_kv,
/// which divides c. q (n, c·d_k), k (m, c_kv·d_k), s (n·c, m).
void score_heads(const base::Block& q, const base::Block& k, Index heads, Index kv_heads,
                 const base::MutableBlock& s, float alpha);

/// sums_i += Σ_j p_(i·c+h),j·v_j over the columns of head h of c. p (n·c, m), v (m, c_kv·d_v),
/// sums (n, c·d_v).
void add_values(const base::Block& p, const base::Block& v, Index heads, Index kv_heads,
                const base::MutableBlock& sums);

// Panels (panel_kernel.cpp): some queries, each in a lane of the processor's vectors. Scores are kept as Sᵀ
// (keys, queries), so that maximum, sum and rescaling go lane by lane. Only in builds with Highway.

/// The most queries of a panel.
Index most_panel_queries();
/// `count` rounded up to whole vectors.
Index padded_to_vectors(Index count);

/// Some queries and their sums so far. W = padded_to_vectors(queries), all of which are computed.
struct Panel {
    Index queries, d_k, d_v;
    float* q;         ///< (d_k, W) qᵀ/divisor
    float* reference; ///< (W) the largest score so far, times log₂ e
    float* l;         ///< (W) Σ_j 2^(s_j·log₂ e − reference)
    float* sums;      ///< (queries, padded d_v) Σ_j 2^(s_j·log₂ e − reference)·v_j

    /// Floats in all.
    static Index size(Index queries, Index d_k, Index d_v);
    /// Laid out in `memory`, which begins at a whole vector.
    static Panel in(float* memory, Index queries, Index d_k, Index d_v);
};

/// Starts a panel with q (queries, d_k) and no key.
void begin(const Panel& panel, const base::Block& q, float divisor);

/// Some keys and their values.
struct PanelKeys {
    base::Block k; ///< (count, d_k)
    base::Block v; ///< (count, padded d_v): whole vectors of each row are read
};
/// Copies `from`, each row padded with zeros to `stride` numbers.
void copy_keys(const base::Block& from, float* to, Index stride);

/// s (count, W) = k·q + bias (count, W), which may be null, and the largest score of each query (W).
void panel_scores(const Panel& panel, const PanelKeys& keys, const float* bias, float* s, float* largest);
/// s ← c·tanh(s/c) for s (count, W).
void panel_cap(const Panel& panel, Index count, float c, float* s);
/// s += bias, both (count, W).
void panel_add(const Panel& panel, Index count, const float* bias, float* s);
/// to (cols, stride) = fromᵀ, padded with zeros.
void transpose(const base::Block& from, float* to, Index stride);
/// The largest score of each query in s (count, W), once some have been changed or hidden.
void panel_maximum(const Panel& panel, Index count, const float* s, float* largest);
/// Takes the keys in: updates reference, l and sums; s is overwritten with the weights before they are
/// divided by l. Sources: Milakov and Gimelshein 2018, algorithm 3; Dao et al. 2022, "FlashAttention",
/// algorithm 1.
void accumulate(const Panel& panel, const PanelKeys& keys, float* s, const float* largest);
/// output (queries, d_v) = sums/l, 0 where l is 0.
void write(const Panel& panel, const base::MutableBlock& output);

} // namespace attention
