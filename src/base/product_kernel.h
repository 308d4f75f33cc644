#pragma once
// How products are computed: by Highway, for the processor found at run time, or by Eigen in a build without
// Highway.

#include "base/product.h"
#include "base/scratch.h"

namespace base::kernel {

/// The left factor: number k of row r is data[r·row + k·step]. aᵀ is a with the two steps exchanged.
struct Left {
    const float* data;
    Index row, step;
};

/// c (r, s) = alpha·a·b, or added to it. a (r, depth); b (depth, s), or (s, depth) if transposed.
void product(const Left& a, Index depth, const Block& b, bool b_transposed, const MutableBlock& c,
             float alpha, Add add);

/// Floats of working memory that each thread keeps for such a product with c (rows, cols).
Index scratch_floats(Index rows, Index depth, Index cols, bool b_transposed);

/// Columns of a packed panel.
Index panel_columns();
/// b in the order in which a product reads it.
AlignedFloats packed(const Block& b);
/// The same product with the columns [first, first + s) of a packed b of `cols` columns; `first` is a
/// multiple of panel_columns().
void product(const Left& a, Index depth, const float* packed, Index cols, Index first, const MutableBlock& c,
             float alpha, Add add);

} // namespace base::kernel
