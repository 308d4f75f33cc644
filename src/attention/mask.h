#pragma once
// Which keys a query may attend to: true = may. n queries, m keys.

#include "attention/layer.h"

#include <limits>
#include <span>
#include <string_view>

namespace attention {

/// A row of the table of masks: one condition of Mask.
struct MaskKind {
    std::string_view key; ///< "causal": texts and listings
    bool (*is_set)(const Mask& mask);
    /// Whether it forbids key j to query i, where it is set.
    bool (*forbids)(const Mask& mask, Index i, Index j);
    /// The same for all of them: forbidden ones become false in `allowed` (n, m).
    void (*forbid_in)(const Mask& mask, BoolMatrix& allowed);
};

/// The row of a condition. A template, so that its loop over millions of cells has no call in it.
template <bool (*forbids)(const Mask& mask, Index i, Index j)>
constexpr MaskKind mask_kind(std::string_view key, bool (*is_set)(const Mask& mask)) {
    return {key, is_set, forbids, [](const Mask& mask, BoolMatrix& allowed) {
                for (Index i = 0; i < allowed.rows(); ++i)
                    for (Index j = 0; j < allowed.cols(); ++j)
                        allowed(i, j) = allowed(i, j) && !forbids(mask, i, j);
            }};
}

/// causal   key j ≤ query i: nothing from the future. Source: Vaswani et al. 2017, section 3.2.3.
/// window   |i − j| ≤ window: neighbours only. Source: Beltagy et al. 2020, "Longformer", section 3.1.
/// padding  no key that only fills up a shorter sequence.
/// given    whatever a matrix says.
/// A new mask is a condition of Mask and a row here.
std::span<const MaskKind> mask_kinds();

/// Key j ≤ query i: nothing from the future. Source: Vaswani et al. 2017, section 3.2.3.
BoolMatrix causal_mask(Index n, Index m);
/// All conditions of `mask` combined: (n, m), or 0 rows when it has none.
BoolMatrix combined_mask(const Mask& mask, Index n, Index m, std::span<const MaskKind> kinds = mask_kinds());

/// masked_ij = scaled_ij where allowed, `hidden` elsewhere. scaled, allowed (n, m) → (n, m). The pass uses
/// −∞, which makes a forbidden weight exactly 0; many implementations use a large negative number such as
/// −1e9 instead, which does the same unless a whole row is forbidden or scores get that large.
Matrix masked_scores(const Matrix& scaled, const BoolMatrix& allowed,
                     float hidden = -std::numeric_limits<float>::infinity());

} // namespace attention
