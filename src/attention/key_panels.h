#pragma once
// The keys of one head as a fused pass reads them: panel after panel, each transposed, so that scores are a
// plain product of blocks which OpenBLAS multiplies as they lie, without packing them anew for every block of
// queries.

#include "attention/aligned.h"
#include "attention/product.h"

namespace attention {

/// Queries that are multiplied with a panel at a time.
constexpr Index strip_queries = 64;
/// Keys of a panel for keys `width` (d_k) wide.
Index panel_keys(Index width);

class KeyPanels {
public:
    /// Takes k (m, d_k) in place of what was there, in the same memory where it fits. Throws std::bad_alloc.
    void copy(const Block& k);

    Index keys() const { return m_; }
    /// kᵀ (d_k, count) of the keys [first, first + count), which lie in one panel.
    Block transposed(Index first, Index count) const;

private:
    Index m_ = 0, width_ = 0, per_panel_ = 1;
    AlignedFloats floats_; ///< (panels, d_k, per_panel)
};

} // namespace attention
