#pragma once
// The inner part of a fused pass: one block of queries of one head against all its keys.

#include "attention/dropout.h"
#include "attention/key_panels.h"

namespace attention {

/// Queries per task: enough to reuse each panel of keys while it is in the L2 cache.
constexpr Index block_queries = 256;
/// With fewer queries, copying the keys into panels costs more than it saves.
constexpr Index queries_worth_a_copy = 16;

/// Some queries of one head of one item, with everything they attend to.
struct QueryBlock {
    base::Block q; ///< (b, d_k) b queries, from first_query on
    base::Block k; ///< (m, d_k)
    const KeyPanels* k_panels =
        nullptr;               ///< the same keys, shared by all blocks of a head; null: copied if it pays off
    base::Block v;             ///< (m, d_v)
    base::MutableBlock output; ///< (b, d_v) written
    Index first_query = 0;     ///< index within the item, as in masks
    float divisor = 1;
    const Mask* mask = nullptr; ///< null: none
    RowVector v_add = {};       ///< (d_a) additive score: q and k are the terms inside the tanh
    float dropout_rate = 0;     ///< used with `draw`, in the order of trace()
    DropoutDraw* draw = nullptr;
};

/// output_i = Σ_j softmax(s_i)_j·v_j for the block's queries, 0 where every key is forbidden. Throws
/// InputError when a score is too large for a float.
void attend(const QueryBlock& block);

} // namespace attention
