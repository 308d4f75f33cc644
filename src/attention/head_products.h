#pragma once
// Products of a few queries with their keys and values in several heads at once. Heads lie side by side in
// the columns, so one head's numbers are short pieces of every row; going through the rows once for all heads
// reads memory in its order, which is what a few queries wait for.

#include "attention/types.h"
#include "base/product.h"

namespace attention {

/// s_(i·h+c),j = alpha·q_i·k_j over the columns of head c. q (n, h·d_k), k (m, h·d_k), s (n·h, m).
void score_heads(const base::Block& q, const base::Block& k, Index heads, const base::MutableBlock& s,
                 float alpha);

/// sums_i += Σ_j p_(i·h+c),j·v_j over the columns of head c. p (n·h, m), v (m, h·d_v), sums (n, h·d_v).
void add_values(const base::Block& p, const base::Block& v, Index heads, const base::MutableBlock& sums);

} // namespace attention
