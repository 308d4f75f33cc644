#include "attention/mask.h"

#include <cassert>
#include <cstdlib>

namespace attention {

namespace {

bool is_later(const Mask& /*mask*/, Index i, Index j) {
    return j > i;
}
bool is_far(const Mask& mask, Index i, Index j) {
    return std::abs(i - j) > mask.window;
}
bool is_padding(const Mask& mask, Index /*i*/, Index j) {
    return mask.key_padding[static_cast<std::size_t>(j)] == 0;
}
bool is_not_given(const Mask& mask, Index i, Index j) {
    return !mask.given(i, j);
}

constexpr MaskKind table[] = {
    mask_kind<is_later>("causal", [](const Mask& mask) { return mask.causal; }),
    mask_kind<is_far>("window", [](const Mask& mask) { return mask.window > 0; }),
    mask_kind<is_padding>("padding", [](const Mask& mask) { return !mask.key_padding.empty(); }),
    mask_kind<is_not_given>("given", [](const Mask& mask) { return mask.given.size() > 0; }),
};

} // namespace

std::span<const MaskKind> mask_kinds() {
    return table;
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

Matrix masked_scores(const Matrix& scaled, const BoolMatrix& allowed, float hidden) {
    assert(scaled.rows() == allowed.rows() && scaled.cols() == allowed.cols());
    return allowed.select(scaled, hidden);
}

} // namespace attention
