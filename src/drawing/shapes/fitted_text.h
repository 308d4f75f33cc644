#pragma once
// Numbers, words, symbols, equations and times as they are written in figures.

#include "attention/written.h"
#include "drawing/shapes/figure.h"

#include <string>
#include <string_view>
#include <vector>

namespace drawing {

/// The number with `decimals` digits after the point, a real minus sign (U+2212) and no "−0.00"; from 100 000
/// on in the form "1.2e5"; "∞", "−∞" and "NaN" for non-finite values. Rounded once, from the float itself.
std::string number_text(float value, int decimals);

/// The number of characters: UTF-8 code points.
int character_count(std::string_view utf8);

/// The text, or its beginning and "…" when wider than `width` pixels; empty when not even "…" fits.
std::string elided(std::string_view text, float width, Font font, float size, const TextMeasure& measure);

/// Words in one colour, of a line in several.
struct ColouredPiece {
    std::string text;
    Role role = Role::text;
};
using ColouredText = std::vector<ColouredPiece>;

// Symbols in a line of text: what follows "_" is a subscript ("W_Q", "÷ √d_model"), and a bar lies over the
// number or symbol after "√".

// At this share of the text's size even the subscripts of a slide's smallest text can be read from the last
// row.
inline constexpr float subscript_size = 0.8F;

/// A part of a line.
struct TextPart {
    std::string_view text;
    bool low = false;    ///< a subscript
    bool rooted = false; ///< under the bar of a root

    /// Relative to the size of the text; what is rooted leaves room for the bar.
    float size() const { return (low ? subscript_size : 1) * (rooted ? 0.92F : 1); }
    /// How much lower its middle lies, relative to the size of the text.
    float drop() const { return low ? 0.28F : rooted ? 0.024F : 0; }
    bool operator==(const TextPart&) const = default;
};

/// The parts of `text`, which must outlive them. An underscore marks a subscript only after a symbol: "XW_Q",
/// "√d_k", but not "some_word". `after_root`: the text before ends with "√".
std::vector<TextPart> symbol_parts(std::string_view text, bool after_root = false);

/// The bar over a rooted part of this width from `at` on; `at.y` is the middle of the line of text.
Line root_bar(Point at, float width, float size, Rgba colour);

/// A left-aligned label with its subscripts and roots.
Figure symbols_figure(const Label& label, const TextMeasure& measure);

// Arithmetic, times and whole numbers.

/// "7.98 ÷ 2.00 = 3.99": the operands, "=" or "≈", and the result, with the digits that attention::written()
/// gives them.
std::string equation_text(attention::Operation operation, std::span<const float> operands, float result,
                          int least_decimals = 2);

/// "41.2 µs", "1.30 ms", "2.00 s": three significant digits. A running clock keeps the unit and the decimals
/// of its `end`, so that its digits do not jump.
std::string clock_text(double seconds, double end);

/// Every digit, in groups of three: "2 000 000" (with thin spaces).
std::string whole_text(double count);

} // namespace drawing
