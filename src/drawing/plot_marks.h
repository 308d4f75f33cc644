#pragma once
// The labels of a plot's marks: in rows above the frame, each over its mark as far as the others allow.

#include "drawing/plot_layout.h"

namespace drawing {

/// Pixels that the rows need; reads layout.area, layout.x and layout.scale.
float height_of_marks(const Plot& plot, const PlotLayout& layout, const TextMeasure& measure);

/// One a mark, in rows from `top` downwards; the frame and the axes are known. No two lie on one another, and
/// none reaches beyond the area.
std::vector<PlotName> arranged_marks(const Plot& plot, const PlotLayout& layout, float top,
                                     const TextMeasure& measure);

} // namespace drawing
