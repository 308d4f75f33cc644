#pragma once
// The arithmetic of a cell: in one short line within it, and term by term beside the board.

#include "attention/explain.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

#include <string>
#include <vector>

namespace ui {

/// One line, for cells large enough to hold it, in wordings from longest to shortest: "2.80·2.80 + 1.00·0.10
/// + …", then "2.80·2.80 + …", largest terms first; "7.98 ÷ 2.00"; "1.000 ÷ 1.592". Empty when there is
/// nothing to compute.
std::vector<std::string> cell_detail(const attention::Trace& t, const attention::Cell& cell);

/// What a full-length bar beside the terms of a sum stands for: the sum, or the largest term if that is
/// larger. So the terms of a long sum, each a small part of it, have short bars.
float full_bar(const attention::Explanation& e);

/// Draws the arithmetic of `cell`, term by term with the running sum, from `at` (top left) within `width`;
/// returns the height. A long sum shows its largest terms until its button sets `all_terms`.
float draw_arithmetic(Ui& ui, const Scene& scene, const attention::Cell& cell, drawing::Point at, float width,
                      bool& all_terms, Actions& actions);

} // namespace ui
