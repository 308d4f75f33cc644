#pragma once
// A line plot as shapes: every series has its own colour, dashes, marker and name.

#include "drawing/plot_layout.h"

namespace drawing {

/// Paints a plot as laid out; nothing when there is no room for it. Bands lie under all lines. Lines end at
/// the frame's border, break where a number is missing or cannot be shown, and are named beside their ends or
/// in a legend; a name moved away from its line's end is connected to it.
Figure plot_figure(const Plot& plot, const PlotLayout& layout, const PlotOptions& options,
                   const Palette& palette, const TextMeasure& measure);

} // namespace drawing
