#include "attention/fused_block.h"

#include "attention/fused_panels.h"
#include "attention/fused_rows.h"
#include "attention/mask.h"
#include "attention/validate.h"

#include <cassert>
#include <string>

namespace attention {

Index queries_per_block(Index n, Index heads, int threads) {
    constexpr Index most = 2048, least = 64, blocks_per_thread = 8;
    Index size = most;
    while (threads > 1 && size > least && heads * ((n + size - 1) / size) < blocks_per_thread * threads)
        size /= 2;
    return size;
}

bool are_few(Index queries) {
    return queries < fewest_panel_queries;
}

void attend(const QueryBlock& block, int threads) {
    const bool plain = block.v_add.size() == 0 && !block.draw;
    assert((block.heads == 1 && threads == 1) || (plain && are_few(block.q.rows)));
    if (plain && worth_panels(block.q.rows))
        attend_panels(block);
    else
        attend_rows(block, threads);
}

Index working_numbers(Index queries, Index keys, Index heads, Index d_k, Index d_v) {
    return worth_panels(queries) ? panel_pass_numbers(queries, keys, d_k, d_v)
                                 : row_pass_numbers(queries, keys, heads, d_v);
}

void expect_forbidden(const QueryBlock& block, Index i) {
    RowVector row = RowVector::Zero(block.k.rows);
    if (block.mask) hide(*block.mask, {i, 1, {0, block.k.rows}, row.data(), block.k.rows, 1});
    if ((row.array() == 0).any())
        throw too_large("scores", "row " + std::to_string(i) + " holds an infinite number");
}

} // namespace attention
