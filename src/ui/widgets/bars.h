#pragma once
// Bars, with a word about those for which there is no room.

#include "drawing/bar_figure.h"
#include "ui/ui.h"

namespace ui {

/// Paints bars where their layout says; the last row counts those that do not fit.
void paint_bars(Ui& ui, std::span<const drawing::Bar> bars, const drawing::BarLayout& layout,
                drawing::BarOptions options);

} // namespace ui
