#pragma once
// A curve cut into dashes.

#include "drawing/figure.h"

#include <vector>

namespace drawing {

/// Dashes of equal length along the curve, `dash` pixels each and about `gap` apart, beginning and ending
/// with one.
std::vector<Curve> dashed(const Curve& whole, float dash, float gap);

} // namespace drawing
