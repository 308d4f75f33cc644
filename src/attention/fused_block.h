#pragma once
// The inner part of a fused pass: one block of queries of one head against all its keys.

#include "attention/dropout.h"
#include "attention/key_panels.h"

namespace attention {

/// Queries of one task: enough to make use of each panel of keys while it is in the second-level cache.
constexpr Index block_queries = 256;

/// Some queries of one head of one item, with everything that they attend to.
struct QueryBlock {
    Block q; ///< (b, d_k) the queries first_query …, b of them
    Block k; ///< (m, d_k)
    const KeyPanels* k_panels =
        nullptr;           ///< the same keys for all blocks of a head; null: copied where it pays
    Block v;               ///< (m, d_v)
    MutableBlock output;   ///< (b, d_v) written
    Index first_query = 0; ///< counted within the item, as masks count
    float divisor = 1;
    const Mask* mask = nullptr; ///< null: none
    RowVector v_add = {};       ///< (d_a) additive score: q and k are the sums under the tanh
    float dropout_rate = 0;     ///< with `draw`, in the order in which trace() draws
    DropoutDraw* draw = nullptr;
};

/// output_i = Σ_j softmax(s_i)_j·v_j for the block's queries, 0 where every key is forbidden. Throws
/// InputError when a score is too large for a float.
void attend(const QueryBlock& block);

} // namespace attention
