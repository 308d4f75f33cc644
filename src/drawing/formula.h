#pragma once
// Formulas set as formulas: roots, fractions, sub- and superscripts, parts that can be lit.
//
// Markup: words and symbols as they are; x_{…} and x^{…}; \sqrt{…}; \frac{…}{…}; \part{key}{…} names a part;
// \q{…} \k{…} \v{…} colour a part as query, key, value; \rm{…} sets upright (function names); spaces are kept
// thin;
// \\ starts a new line, and lines are centred. Parts may stand inside parts, and a key may name several.

#include "drawing/figure.h"

#include <optional>
#include <string>

namespace drawing {

struct FormulaStyle {
    float size = 22;      ///< pixels of the base letters
    std::string lit_part; ///< the key of the part in full colour, on a soft ground; the others are quiet;
                          ///< empty: all in full colour
};

struct SetFormula {
    float width = 0, height = 0, baseline = 0;       ///< pixels; baseline from the top
    Figure figure;                                   ///< with its top left corner at (0, 0)
    std::vector<std::pair<std::string, Rect>> parts; ///< where each named part stands
};

/// Sets the markup. Malformed markup asserts: formulas are the program's own texts, and a test sets every
/// one.
SetFormula set_formula(const std::string& markup, const FormulaStyle& style, const Palette& palette,
                       const TextMeasure& measure);

/// The figure moved by (dx, dy).
Figure moved(Figure figure, float dx, float dy);

} // namespace drawing
