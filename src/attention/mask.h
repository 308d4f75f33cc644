#pragma once
// Which keys a query may attend to: the table of conditions, and masks as matrices (true = may attend), as
// key ranges, and as −∞ in scores. n queries, m keys.

#include "attention/layer.h"

#include <limits>
#include <span>
#include <string_view>

namespace attention {

/// The keys first ≤ j < end.
struct KeyRange {
    Index first, end;
};

/// The scores of some queries with some keys: that of query i with key j is
/// s[(i − first_query)·query_step + (j − keys.first)·key_step].
struct ScoreTile {
    Index first_query, queries;
    KeyRange keys;
    float* s;
    Index query_step, key_step;

    float& at(Index i, Index j) const {
        return s[(i - first_query) * query_step + (j - keys.first) * key_step];
    }
    /// Calls f(i, j, score) for all of them, in memory order.
    template <class F>
    void for_each(const F& f) const {
        const Index end = first_query + queries;
        if (query_step == 1) {
            for (Index j = keys.first; j < keys.end; ++j)
                for (Index i = first_query; i < end; ++i)
                    f(i, j, at(i, j));
        } else {
            for (Index i = first_query; i < end; ++i)
                for (Index j = keys.first; j < keys.end; ++j)
                    f(i, j, at(i, j));
        }
    }
};

/// A mask beside its queries: query i stands at place first_place + i among the keys.
struct PlacedMask {
    const Mask& mask;
    Index first_place = 0; ///< see first_place()
};

/// The place of query 0, for n queries and m keys of which p are past: p, or m − n at the lower right.
Index first_place(const Mask& mask, Index n, Index m, Index p);
/// The mask of an input, placed.
inline PlacedMask placed(const Mask& mask, const Input& input) {
    return {mask, first_place(mask, input.x.rows(), input.keys(), input.past())};
}

/// A row of the table of masks: one condition of Mask.
struct MaskKind {
    std::string_view key; ///< "causal": texts and listings
    bool (*is_set)(const Mask& mask);
    /// Whether the condition, where set, forbids key j to query i.
    bool (*forbids)(const PlacedMask& mask, Index i, Index j);
    /// The same for all queries and keys: forbidden ones become false in `allowed` (n, m).
    void (*forbid_in)(const PlacedMask& mask, BoolMatrix& allowed);
    /// The same for the scores of a tile: forbidden ones become −∞.
    void (*hide_in)(const PlacedMask& mask, const ScoreTile& tile);
    /// The keys allowed to query i, if they are a range whose ends never decrease with i: scores outside it
    /// need not be computed at all. Null if they are not a range.
    KeyRange (*range)(const PlacedMask& mask, Index i);
};

/// The row of a condition. A template, so that its loops over millions of cells have no call in them.
template <bool (*forbids)(const PlacedMask& mask, Index i, Index j)>
constexpr MaskKind mask_kind(std::string_view key, bool (*is_set)(const Mask& mask),
                             KeyRange (*range)(const PlacedMask& mask, Index i) = nullptr) {
    return {key,
            is_set,
            forbids,
            [](const PlacedMask& mask, BoolMatrix& allowed) {
                for (Index i = 0; i < allowed.rows(); ++i)
                    for (Index j = 0; j < allowed.cols(); ++j)
                        allowed(i, j) = allowed(i, j) && !forbids(mask, i, j);
            },
            [](const PlacedMask& mask, const ScoreTile& tile) {
                tile.for_each([&](Index i, Index j, float& s) {
                    if (forbids(mask, i, j)) s = -std::numeric_limits<float>::infinity();
                });
            },
            range};
}

/// causal   key j ≤ place of the query: nothing from the future. Source: Vaswani et al. 2017, section 3.2.3.
/// window   only so many places before and after its own. Source: Beltagy et al. 2020, "Longformer", section
///          3.1; one-sided: Jiang et al. 2023, "Mistral 7B", section 2.
/// length   no key from a length on, which fills up a shorter sequence.
/// padding  no key that is marked as merely filling up.
/// given    as a matrix says.
/// A new mask is a condition of Mask and a row here.
std::span<const MaskKind> mask_kinds();

/// Key j ≤ query i: nothing from the future. Source: Vaswani et al. 2017, section 3.2.3.
BoolMatrix causal_mask(Index n, Index m);
/// All conditions of `mask` combined: (n, m), or 0 rows when it has none.
BoolMatrix combined_mask(const PlacedMask& mask, Index n, Index m,
                         std::span<const MaskKind> kinds = mask_kinds());

/// The part of `keys` that at least one of the queries first_query … last_query may attend to, as far as the
/// conditions' ranges show.
KeyRange reachable(const PlacedMask& mask, Index first_query, Index last_query, KeyRange keys);
/// Whether `mask` may forbid one of `keys` to one of these queries; false only if the conditions' ranges show
/// that it does not.
bool may_hide(const PlacedMask& mask, Index first_query, Index last_query, KeyRange keys);
/// Sets the scores of forbidden keys to −∞.
void hide(const PlacedMask& mask, const ScoreTile& tile);

/// masked_ij = scaled_ij where allowed, `hidden` elsewhere. scaled, allowed (n, m) → (n, m). The pass uses
/// −∞, which makes a forbidden weight exactly 0; many implementations use a large negative number such as
/// −1e9 instead, which does the same unless a whole row is forbidden or scores get that large.
Matrix masked_scores(const Matrix& scaled, const BoolMatrix& allowed,
                     float hidden = -std::numeric_limits<float>::infinity());

} // namespace attention
