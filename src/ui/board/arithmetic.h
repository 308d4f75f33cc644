#pragma once
// One cell, term by term: the products that made it and the running sum.

#include "attention/explain.h"
#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

/// What a bar of full length stands for beside the terms of a sum: the sum, or a term that is larger. So the
/// terms of a long sum, each a small part of it, have short bars.
float full_bar(const attention::Explanation& e);

/// Draws the arithmetic of `cell` from `at` (top left) within `width`; returns the height. A long sum shows
/// its largest terms until its button sets `all_terms`.
float draw_arithmetic(Ui& ui, const Scene& scene, const attention::Cell& cell, drawing::Point at, float width,
                      bool& all_terms, Actions& actions);

} // namespace ui
