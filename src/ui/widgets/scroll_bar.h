#pragma once
// A thin bar that says which part of something larger is in sight, and moves it.

#include "ui/ui.h"

#include <optional>

namespace ui {

/// `shown` is the share of the whole that is in sight, `centre` the place of its middle, both 0 to 1. The bar
/// lies along the longer side of `track`. Returns the new centre while it is dragged.
std::optional<float> scroll_bar(Ui& ui, const std::string& name, const drawing::Rect& track, float centre,
                                float shown);

} // namespace ui
