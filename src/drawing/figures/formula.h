#pragma once
// Typesets formulas with roots, fractions, sub- and superscripts, and parts that can be highlighted.
//
// Markup: words and symbols as they are; x_{…} and x^{…}; \sqrt{…}; \frac{…}{…}; \part{key}{…} names a part;
// \q{…} \k{…} \v{…} colour a part as query, key, value; \rm{…} sets upright (function names); spaces become
// thin spaces; \\ starts a new line. Lines are centred. Parts may be nested, and share a key.

#include "drawing/shapes/figure.h"

#include <optional>
#include <string>

namespace drawing {

struct FormulaStyle {
    float size = 22;      ///< text size on the base line, pixels
    std::string lit_part; ///< the key of the part in full colour, on a soft background; the others are muted;
                          ///< empty: all in full colour
};

struct SetFormula {
    float width = 0, height = 0, baseline = 0;       ///< pixels; baseline from the top
    Figure figure;                                   ///< top left corner at (0, 0)
    std::vector<std::pair<std::string, Rect>> parts; ///< the box of each named part
};

/// Typesets the markup. Malformed markup asserts: all formulas are the program's own, and a test sets each.
SetFormula set_formula(const std::string& markup, const FormulaStyle& style, const Palette& palette,
                       const TextMeasure& measure);

/// Translates the figure by (dx, dy).
Figure moved(Figure figure, float dx, float dy);

} // namespace drawing
