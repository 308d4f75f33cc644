#pragma once
// One cell, term by term: the multiplications that made it and the sum as it grows.

#include "attention/explain.h"
#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// Draws the arithmetic of `cell` from `at` (top left) within `width`; returns the height. A long sum shows
/// its largest terms until `all_terms` is set by its button.
float draw_arithmetic(Ui& ui, const Scene& scene, const attention::Cell& cell, drawing::Point at, float width,
                      bool& all_terms, Actions& actions);

} // namespace ui
