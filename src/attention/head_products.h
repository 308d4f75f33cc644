#pragma once
// Products of a few queries with their keys and values in several heads at once. Heads lie side by side in
// the columns, so one head's numbers are a short piece of every row. A few queries wait for memory, which is
// read in order when all heads go through the rows together.

#include "attention/layer.h"
#include "base/product.h"

namespace attention {

/// s_(i·c+h),j = alpha·q_i·k_j over the columns of head h of c. q (n, c·d_k), k (m, c·d_k), s (n·c, m).
void score_heads(const base::Block& q, const base::Block& k, Index heads, const base::MutableBlock& s,
                 float alpha);

/// sums_i += Σ_j p_(i·c+h),j·v_j over the columns of head h of c. p (n·c, m), v (m, c·d_v), sums (n, c·d_v).
void add_values(const base::Block& p, const base::Block& v, Index heads, const base::MutableBlock& sums);

} // namespace attention
