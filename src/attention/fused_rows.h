#pragma once
// A block of a fused pass with its queries as rows, for what does not suit panels: a few queries, as in
// generation, additive scores and dropout. The plain form of the algorithm.

#include "attention/fused.h"

namespace attention {

/// attend() for any block. Several threads share out its keys, but not with dropout, which draws in the order
/// of trace().
void attend_rows(const QueryBlock& block, int threads);

/// Numbers of working memory that it needs.
Index row_pass_numbers(Index queries, Index keys, Index heads, Index d_v);

} // namespace attention
