#pragma once
// Cubic Bézier curves: points on them, the way to them, and dashes along them.

#include "drawing/figure.h"

#include <vector>

namespace drawing {

/// A point of a curve, `share` from 0 (its beginning) to 1:
/// (1−t)³·from + 3(1−t)²t·control_1 + 3(1−t)t²·control_2 + t³·to.
Point along(const Curve& curve, float share);
/// How far a point is from a curve, in pixels.
float distance(const Curve& curve, Point point);

/// Dashes of equal length along the curve, `dash` pixels each and about `gap` apart, beginning and ending
/// with one.
std::vector<Curve> dashed(const Curve& whole, float dash, float gap);

} // namespace drawing
