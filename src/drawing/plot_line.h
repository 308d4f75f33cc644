#pragma once
// A dashed line through points, and the markers on it.

#include "drawing/plot.h"

#include <span>

namespace drawing {

/// The dashes of a line through `points`, pixels; the pattern continues round corners. `thickness` is at
/// scale 1.
void append_dashes(Figure& figure, std::span<const Point> points, Dash dash, Rgba colour, float scale,
                   float thickness = 2);

/// A marker extending `half` pixels to each side of its centre.
void append_marker(Figure& figure, Point centre, Marker marker, float half, Rgba colour);

} // namespace drawing
