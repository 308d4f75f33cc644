#pragma once
// Bars and plots in a panel: bars that do not fit are counted, and a plot shows a point's numbers on hover.

#include "drawing/figures/bars.h"
#include "drawing/plot/layout.h"
#include "ui/canvas/ui.h"

namespace ui {

/// Paints bars as laid out; the last row counts those that do not fit.
void paint_bars(Ui& ui, std::span<const drawing::Bar> bars, const drawing::BarLayout& layout,
                drawing::BarOptions options);

/// Draws the plot, and the numbers of a hovered point. `name` is its anchor. Returns its layout.
drawing::PlotLayout draw_plot(Ui& ui, const std::string& name, const drawing::Plot& plot,
                              const drawing::Rect& area);

} // namespace ui
