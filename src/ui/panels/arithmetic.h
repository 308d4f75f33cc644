#pragma once
// One cell, term by term: the products that made it and the running sum.

#include "attention/explain.h"
#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// Draws the arithmetic of `cell` from `at` (top left) within `width`; returns the height. A long sum shows
/// its largest terms until its button sets `all_terms`.
float draw_arithmetic(Ui& ui, const Scene& scene, const attention::Cell& cell, drawing::Point at, float width,
                      bool& all_terms, Actions& actions);

} // namespace ui
