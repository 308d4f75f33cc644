#pragma once
// The inner part of a fused pass: one block of queries against all their keys, in one head or in several.

#include "attention/dropout.h"
#include "attention/layer.h"
#include "base/product.h"

namespace attention {

/// Queries per block: as many as share the copies of the keys well, or fewer so that no thread waits long for
/// the last block, even where cores differ in speed. n queries of each of `heads` heads, those of all items
/// together.
Index queries_per_block(Index n, Index heads, int threads);

/// Whether there are so few queries that they wait for memory. They take all their heads at once, and threads
/// share out their keys, so that each thread reads whole rows of keys and values in the order of memory.
bool are_few(Index queries);

/// Some queries of one item in c neighbouring heads, with everything they attend to.
struct QueryBlock {
    base::Block q;             ///< (b, c·d_k) b queries, from first_query on
    base::Block k;             ///< (m, c·d_k)
    base::Block v;             ///< (m, c·d_v)
    base::MutableBlock output; ///< (b, c·d_v) written
    Index heads = 1;           ///< c, more than one only for a few queries with plain dot products
    Index first_query = 0;     ///< index within the item, as in masks
    float divisor = 1;
    const Mask* mask = nullptr; ///< null: none
    RowVector v_add = {};       ///< (d_a) additive score: q and k are the terms inside the tanh
    float dropout_rate = 0;     ///< used with `draw`, in the order of trace()
    DropoutDraw* draw = nullptr;
};

/// output_i = Σ_j softmax(s_i)_j·v_j for the block's queries, 0 where every key is forbidden. Throws
/// InputError when a score is too large for a float. Takes the way that suits the block: fused_panels.h or
/// fused_rows.h. `threads` is 1 unless the queries are few and their scores plain dot products.
void attend(const QueryBlock& block, int threads = 1);

/// Numbers of working memory that attend() needs for a block of dot-product scores, on each thread. d_k and
/// d_v are those of one head.
Index working_numbers(Index queries, Index keys, Index heads, Index d_k, Index d_v);

/// Query i of the item has no finite score: throws InputError, because a score is too large for a float,
/// unless every key is forbidden to it.
void expect_forbidden(const QueryBlock& block, Index i);

} // namespace attention
