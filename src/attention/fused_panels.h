#pragma once
// A block of a fused pass with its queries across the lanes of the processor's vectors (panel_kernel.h): the
// fast form.

#include "attention/fused.h"

namespace attention {

/// Fewer would leave most lanes empty.
inline constexpr Index fewest_panel_queries = 6;

/// Whether panels pay for as many queries: never in a build without Highway.
bool worth_panels(Index queries);

/// attend() for a block of dot-product scores without dropout.
void attend_panels(const QueryBlock& block);

/// Numbers of working memory that it needs.
Index panel_pass_numbers(Index queries, Index keys, Index d_k, Index d_v);

} // namespace attention
