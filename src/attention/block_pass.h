#pragma once
// A fused pass seen block by block: a few queries of one head take in a few keys at a time, and never hold
// more scores than these. Sources: Milakov and Gimelshein 2018, "Online normalizer calculation for softmax",
// algorithm 3; Dao et al. 2022, "FlashAttention", algorithm 1.

#include "attention/fused.h"
#include "attention/trace.h"

#include <vector>

namespace attention {

/// How b queries take in a block of keys. The scores are forgotten then; m, l and the sums are all that
/// stays.
struct BlockStep {
    KeyRange keys; ///< the block
    KeyRange seen; ///< of these, what the mask's ranges allow to at least one of the queries; may be empty
    Matrix scores; ///< (b, seen) as they enter the softmax; −∞ where forbidden
    Matrix numerators;   ///< (b, seen) exp(s_ij − m_i), after dropout
    ColumnVector shrink; ///< (b) exp(m_old − m_new): what l and the sums so far are multiplied by
    ColumnVector m;      ///< (b) the largest score so far; −∞ before the first allowed key
    ColumnVector l;      ///< (b) Σ_j exp(s_ij − m_i) so far
    Matrix sums;         ///< (b, d_v) Σ_j exp(s_ij − m_i)·v_j so far, numerators after dropout

    /// No query may see any of these keys: nothing of them is computed.
    bool is_skipped() const { return seen.first >= seen.end; }
};

/// b queries in one head, from their first block of keys to their output.
struct BlockPass {
    Index first_query = 0, queries = 0; ///< b, fewer than the size's in the last block of queries
    Index keys = 0;                     ///< m
    BlockSize size = row_block;
    std::vector<BlockStep> steps; ///< ⌈m / size.keys⌉
    float sink = no_sink;         ///< of the head
    ColumnVector denominators;    ///< (b) l at the end, and what the sink adds to it
    Matrix output;                ///< (b, d_v) sums / denominators; 0 where nothing was allowed

    /// Floats of scores held at once, whatever m is: b·min(size.keys, m).
    Index held_scores() const;
    /// And those of m, l and the sums: b·(2 + d_v).
    Index held_sums() const { return queries * (2 + output.cols()); }
};

/// Takes the queries and keys of a pass, with what was set by hand in them, through the row form of the fused
/// pass (fused_rows.cpp): for the block of queries that `query` is in, in one head, with every option that
/// the pass has. Scores and weights set by hand do not count: the fused pass knows none. The output is that
/// of t.heads[head] to within rounding, whatever the size. Asserts that head and query exist and that the
/// size is at least 1 × 1. Throws InputError when a score is too large for a float.
BlockPass block_pass(const Trace& t, Index head, Index query, BlockSize size = row_block);

} // namespace attention
