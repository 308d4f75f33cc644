#include "attention/mask.h"

#include <algorithm>
#include <cassert>

namespace attention {

namespace {

// A window's side, small enough for no sum with it to overflow; no limit is farther than any key.
Index reach(Index side) {
    constexpr Index farthest = Index{1} << 40;
    return side < 0 ? farthest : std::min(side, farthest);
}

bool is_later(const PlacedMask& mask, Index i, Index j) {
    return j > mask.first_place + i;
}
KeyRange up_to_itself(const PlacedMask& mask, Index i) {
    return {0, mask.first_place + i + 1};
}
KeyRange neighbours(const PlacedMask& mask, Index i) {
    const Index place = mask.first_place + i;
    const Window& window = mask.mask.window;
    return {place - reach(window.left), place + reach(window.right) + 1};
}
bool is_far(const PlacedMask& mask, Index i, Index j) {
    const auto [first, end] = neighbours(mask, i);
    return j < first || j >= end;
}
KeyRange up_to_length(const PlacedMask& mask, Index /*i*/) {
    return {0, mask.mask.length};
}
bool is_beyond_length(const PlacedMask& mask, Index /*i*/, Index j) {
    return j >= mask.mask.length;
}
bool is_padding(const PlacedMask& mask, Index /*i*/, Index j) {
    return mask.mask.key_padding[static_cast<std::size_t>(j)] == 0;
}
bool is_not_given(const PlacedMask& mask, Index i, Index j) {
    return !mask.mask.given(i, j);
}

constexpr MaskKind mask_table[] = {
    mask_kind<is_later>(
        "causal", [](const Mask& mask) { return mask.causal; }, up_to_itself),
    mask_kind<is_far>(
        "window", [](const Mask& mask) { return !mask.window.empty(); }, neighbours),
    mask_kind<is_beyond_length>(
        "length", [](const Mask& mask) { return mask.length >= 0; }, up_to_length),
    mask_kind<is_padding>("padding", [](const Mask& mask) { return !mask.key_padding.empty(); }),
    mask_kind<is_not_given>("given", [](const Mask& mask) { return mask.given.size() > 0; }),
};

} // namespace

Index first_place(const Mask& mask, Index n, Index m, Index p) {
    return mask.alignment == Alignment::lower_right ? m - n : p;
}

std::span<const MaskKind> mask_kinds() {
    return mask_table;
}

BoolMatrix causal_mask(Index n, Index m) {
    return BoolMatrix::NullaryExpr(n, m, [](Index i, Index j) { return j <= i; });
}

BoolMatrix combined_mask(const PlacedMask& mask, Index n, Index m, std::span<const MaskKind> kinds) {
    BoolMatrix allowed;
    for (const MaskKind& kind : kinds) {
        if (!kind.is_set(mask.mask)) continue;
        if (allowed.size() == 0) allowed = BoolMatrix::Constant(n, m, true);
        kind.forbid_in(mask, allowed);
    }
    return allowed;
}

KeyRange reachable(const PlacedMask& mask, Index first_query, Index last_query, KeyRange keys) {
    for (const MaskKind& kind : mask_kinds()) {
        if (!kind.range || !kind.is_set(mask.mask)) continue;
        keys.first = std::max(keys.first, kind.range(mask, first_query).first);
        keys.end = std::min(keys.end, kind.range(mask, last_query).end);
    }
    return keys;
}

bool may_hide(const PlacedMask& mask, Index first_query, Index last_query, KeyRange keys) {
    return std::any_of(std::begin(mask_table), std::end(mask_table), [&](const MaskKind& kind) {
        if (!kind.is_set(mask.mask)) return false;
        if (!kind.range) return true;
        return kind.range(mask, last_query).first > keys.first ||
               kind.range(mask, first_query).end < keys.end;
    });
}

void hide(const PlacedMask& mask, const ScoreTile& tile) {
    const auto hide_keys = [&tile](Index i, Index first, Index end) {
        for (Index j = std::max(first, tile.keys.first); j < std::min(end, tile.keys.end); ++j)
            tile.at(i, j) = -std::numeric_limits<float>::infinity();
    };
    for (const MaskKind& kind : mask_kinds()) {
        if (!kind.is_set(mask.mask)) continue;
        if (!kind.range) {
            kind.hide_in(mask, tile);
            continue;
        }
        for (Index i = tile.first_query; i < tile.first_query + tile.queries; ++i) {
            const auto [first, end] = kind.range(mask, i);
            hide_keys(i, tile.keys.first, first);
            hide_keys(i, end, tile.keys.end);
        }
    }
}

Matrix masked_scores(const Matrix& scaled, const BoolMatrix& allowed, float hidden) {
    assert(scaled.rows() == allowed.rows() && scaled.cols() == allowed.cols());
    return allowed.select(scaled, hidden);
}

} // namespace attention
