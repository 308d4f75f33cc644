#pragma once
// A line plot as shapes: every series has its own colour, dashes, marker and name.

#include "drawing/plot/layout.h"
#include "drawing/plot/plot.h"

#include <span>

namespace drawing {

/// Appends the dashes of a line through `points`, pixels; the pattern continues around corners. `thickness`
/// is at scale 1.
void append_dashes(Figure& figure, std::span<const Point> points, Dash dash, Rgba colour, float scale,
                   float thickness = 2);

/// Appends a marker extending `half` pixels to each side of its centre.
void append_marker(Figure& figure, Point centre, Marker marker, float half, Rgba colour);

/// Paints a plot as laid out; nothing when there is no room for it. Bands lie under all lines. Lines end at
/// the frame's border, break where a number is missing or cannot be shown, and are named beside their ends or
/// in a legend; a name moved away from its line's end is connected to it.
Figure plot_figure(const Plot& plot, const PlotLayout& layout, const PlotOptions& options,
                   const Palette& palette, const TextMeasure& measure);

} // namespace drawing
