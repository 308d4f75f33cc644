#include "attention/mask.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace attention {

namespace {

bool is_later(const Mask& /*mask*/, Index i, Index j) {
    return j > i;
}
KeyRange up_to_itself(const Mask& /*mask*/, Index i) {
    return {0, i + 1};
}
bool is_far(const Mask& mask, Index i, Index j) {
    return std::abs(i - j) > mask.window;
}
KeyRange neighbours(const Mask& mask, Index i) {
    const Index reach = std::min(mask.window, Index{1} << 40); // so that adding it cannot overflow
    return {i - reach, i + reach + 1};
}
bool is_padding(const Mask& mask, Index /*i*/, Index j) {
    return mask.key_padding[static_cast<std::size_t>(j)] == 0;
}
bool is_not_given(const Mask& mask, Index i, Index j) {
    return !mask.given(i, j);
}

constexpr MaskKind mask_table[] = {
    mask_kind<is_later>(
        "causal", [](const Mask& mask) { return mask.causal; }, up_to_itself),
    mask_kind<is_far>(
        "window", [](const Mask& mask) { return mask.window > 0; }, neighbours),
    mask_kind<is_padding>("padding", [](const Mask& mask) { return !mask.key_padding.empty(); }),
    mask_kind<is_not_given>("given", [](const Mask& mask) { return mask.given.size() > 0; }),
};

} // namespace

std::span<const MaskKind> mask_kinds() {
    return mask_table;
}

BoolMatrix causal_mask(Index n, Index m) {
    return BoolMatrix::NullaryExpr(n, m, [](Index i, Index j) { return j <= i; });
}

BoolMatrix combined_mask(const Mask& mask, Index n, Index m, std::span<const MaskKind> kinds) {
    BoolMatrix allowed;
    for (const MaskKind& kind : kinds) {
        if (!kind.is_set(mask)) continue;
        if (allowed.size() == 0) allowed = BoolMatrix::Constant(n, m, true);
        kind.forbid_in(mask, allowed);
    }
    return allowed;
}

KeyRange reachable(const Mask& mask, Index first_query, Index last_query, KeyRange keys) {
    for (const MaskKind& kind : mask_kinds()) {
        if (!kind.range || !kind.is_set(mask)) continue;
        keys.first = std::max(keys.first, kind.range(mask, first_query).first);
        keys.end = std::min(keys.end, kind.range(mask, last_query).end);
    }
    return keys;
}

bool may_hide(const Mask& mask, Index first_query, Index last_query, KeyRange keys) {
    return std::any_of(std::begin(mask_table), std::end(mask_table), [&](const MaskKind& kind) {
        if (!kind.is_set(mask)) return false;
        if (!kind.range) return true;
        return kind.range(mask, last_query).first > keys.first ||
               kind.range(mask, first_query).end < keys.end;
    });
}

void hide(const Mask& mask, const ScoreTile& tile) {
    const auto hide_keys = [&tile](Index i, Index first, Index end) {
        for (Index j = std::max(first, tile.keys.first); j < std::min(end, tile.keys.end); ++j)
            tile.at(i, j) = -std::numeric_limits<float>::infinity();
    };
    for (const MaskKind& kind : mask_kinds()) {
        if (!kind.is_set(mask)) continue;
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
