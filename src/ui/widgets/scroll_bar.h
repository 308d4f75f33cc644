#pragma once
// A thin bar that shows which part of something larger is visible, and moves it.

#include "ui/canvas/ui.h"

#include <optional>

namespace ui {

/// `shown` is the visible share of the whole, `centre` the position of its middle, both 0 to 1. The bar runs
/// along the longer side of `track`. Returns the new centre while dragged.
std::optional<float> scroll_bar(Ui& ui, const std::string& name, const drawing::Rect& track, float centre,
                                float shown);

} // namespace ui
