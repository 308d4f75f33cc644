#pragma once
// Formulas in black.

#include "drawing/figures/formula.h"

#include <string>

namespace worksheet {

/// Black on white, with greys for what is quieter: for figures of the screen that are printed.
const drawing::Palette& paper_palette();

/// The formula, its top left corner at (0, 0); `size` is that of a line of text, pixels.
drawing::SetFormula set_paper_formula(const std::string& markup, float size,
                                      const drawing::TextMeasure& measure);

} // namespace worksheet
