#pragma once
// Lines over an axis, as shapes: every series with a colour, dashes and a marker of its own, and its name.

#include "drawing/plot_layout.h"

namespace drawing {

/// Paints a plot where its layout says; nothing when there is no room for it. Bands lie under all lines.
/// Lines end at the frame's border, are broken where a number is missing or cannot be shown, and are named
/// beside their ends or in a legend; a name that had to move away from its line's end is joined to it.
Figure plot_figure(const Plot& plot, const PlotLayout& layout, const PlotOptions& options,
                   const Palette& palette, const TextMeasure& measure);

} // namespace drawing
