#pragma once
// Soft capping: scores are bent so that none gets beyond ±c.

#include "attention/layer.h"

#include <cmath>

namespace attention {

/// c·tanh(s/c): about s for small scores, never beyond ±c. c > 0. A score that is not finite stays so, and is
/// noticed. Source: Gemma Team 2024,
/// "Gemma 2", section 2, "Logit soft-capping".
inline float softcapped(float s, float c) {
    return std::isfinite(s) ? c * std::tanh(s / c) : s;
}

/// The same for every score: s (n, m) → (n, m).
inline Matrix softcapped(const Matrix& s, float c) {
    return s.unaryExpr([c](float score) { return softcapped(score, c); });
}

} // namespace attention
