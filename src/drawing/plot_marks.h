#pragma once
// The labels of a plot's marks: in rows above the frame, each as close above its mark as the others allow.

#include "drawing/plot_layout.h"

namespace drawing {

/// The height of the rows in pixels; reads only layout.area, layout.x and layout.scale.
float height_of_marks(const Plot& plot, const PlotLayout& layout, const TextMeasure& measure);

/// One label per mark, in rows from `top` downwards; the frame and the axes must be known. No two overlap,
/// and none extends beyond the area.
std::vector<PlotName> arranged_marks(const Plot& plot, const PlotLayout& layout, float top,
                                     const TextMeasure& measure);

} // namespace drawing
