#pragma once
// The keys of one head in the order in which a fused pass reads them: panel after panel, each transposed, so
// that scores are a plain product of blocks that OpenBLAS can multiply in place instead of repacking the keys
// for every block of queries.

#include "attention/types.h"
#include "base/aligned.h"
#include "base/product.h"

namespace attention {

/// Queries multiplied with a panel at a time.
constexpr Index strip_queries = 64;
/// Keys per panel, for keys of this width (d_k).
Index panel_keys(Index width);

class KeyPanels {
public:
    /// Replaces the contents by k (m, d_k), reusing the memory if it fits. Throws std::bad_alloc.
    void copy(const base::Block& k);

    Index keys() const { return m_; }
    /// kᵀ (d_k, count) of the keys [first, first + count), which must lie in one panel.
    base::Block transposed(Index first, Index count) const;

private:
    Index m_ = 0, width_ = 0, per_panel_ = 1;
    base::AlignedFloats floats_; ///< (panels, d_k, per_panel)
};

} // namespace attention
