#pragma once
// Bars, with a note about those that do not fit.

#include "drawing/bar_figure.h"
#include "ui/canvas/ui.h"

namespace ui {

/// Paints bars as laid out; the last row counts those that do not fit.
void paint_bars(Ui& ui, std::span<const drawing::Bar> bars, const drawing::BarLayout& layout,
                drawing::BarOptions options);

} // namespace ui
