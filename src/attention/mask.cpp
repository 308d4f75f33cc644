#include "attention/mask.h"

#include <cassert>
#include <cstdlib>

namespace attention {

namespace {

constexpr MaskKind table[] = {
    {"causal", [](const Mask& mask) { return mask.causal; },
     [](const Mask&, Index i, Index j) { return j > i; }},
    {"window", [](const Mask& mask) { return mask.window > 0; },
     [](const Mask& mask, Index i, Index j) { return std::abs(i - j) > mask.window; }},
    {"padding", [](const Mask& mask) { return !mask.key_padding.empty(); },
     [](const Mask& mask, Index, Index j) { return mask.key_padding[static_cast<std::size_t>(j)] == 0; }},
    {"given", [](const Mask& mask) { return mask.given.size() > 0; },
     [](const Mask& mask, Index i, Index j) { return !mask.given(i, j); }},
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
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < m; ++j)
                if (kind.forbids(mask, i, j)) allowed(i, j) = false;
    }
    return allowed;
}

Matrix masked_scores(const Matrix& scaled, const BoolMatrix& allowed, float hidden) {
    assert(scaled.rows() == allowed.rows() && scaled.cols() == allowed.cols());
    return allowed.select(scaled, hidden);
}

} // namespace attention
