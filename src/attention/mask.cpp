#include "attention/mask.h"

#include <cassert>
#include <cstdlib>

namespace attention {

BoolMatrix causal_mask(Index n, Index m) {
    return BoolMatrix::NullaryExpr(n, m, [](Index i, Index j) { return j <= i; });
}

BoolMatrix window_mask(Index n, Index m, Index window) {
    return BoolMatrix::NullaryExpr(n, m, [window](Index i, Index j) { return std::abs(i - j) <= window; });
}

BoolMatrix combined_mask(const Mask& mask, Index n, Index m) {
    if (mask.empty()) return {};
    BoolMatrix allowed = mask.given.size() > 0 ? mask.given : BoolMatrix::Constant(n, m, true);
    assert(allowed.rows() == n && allowed.cols() == m);
    if (mask.causal) allowed = allowed && causal_mask(n, m);
    if (mask.window > 0) allowed = allowed && window_mask(n, m, mask.window);
    if (!mask.key_padding.empty())
        for (Index j = 0; j < m; ++j)
            if (mask.key_padding[static_cast<std::size_t>(j)] == 0) allowed.col(j).setConstant(false);
    return allowed;
}

Matrix masked_scores(const Matrix& scaled, const BoolMatrix& allowed, float hidden) {
    assert(scaled.rows() == allowed.rows() && scaled.cols() == allowed.cols());
    return allowed.select(scaled, hidden);
}

} // namespace attention
