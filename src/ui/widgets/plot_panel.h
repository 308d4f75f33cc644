#pragma once
// A plot in a card, which shows a point's numbers on hover.

#include "drawing/plot_layout.h"
#include "ui/canvas/ui.h"

namespace ui {

/// Draws the plot, and a hovered point's numbers. `name` is its anchor. Returns its layout.
drawing::PlotLayout draw_plot(Ui& ui, const std::string& name, const drawing::Plot& plot,
                              const drawing::Rect& area);

} // namespace ui
