#pragma once
// A plot in a card, which answers with its numbers when a point is hovered.

#include "drawing/plot_layout.h"
#include "ui/ui.h"

namespace ui {

/// Draws the plot; under the mouse the point's numbers are said. `name` is its anchor. Returns where it is.
drawing::PlotLayout draw_plot(Ui& ui, const std::string& name, const drawing::Plot& plot,
                              const drawing::Rect& area);

} // namespace ui
