#pragma once
// Formats numbers and words as text that fits its place.

#include "attention/explain.h"
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

// Symbols in a line of text: letters after "_" stand below it ("W_Q", "÷ √d_model").

/// A part of a line; a low one is a subscript.
struct TextPart {
    std::string_view text;
    bool low = false;

    bool operator==(const TextPart&) const = default;
};

// Relative to the size of the text. A subscript of 0.8 can still be read from the last row where the letters
// of a slide are at their smallest.
inline constexpr float subscript_size = 0.8F, subscript_drop = 0.28F;

/// The parts of a line that is set from `text`, which must outlive them. Only an underscore after a symbol is
/// a mark: "XW_Q", "√d_k", but not "some_word".
std::vector<TextPart> with_subscripts(std::string_view text);

/// A label at the left of its place, with its subscripts.
Figure symbols_figure(const Label& label, const TextMeasure& measure);

// One line of arithmetic: "7.98 ÷ 2.00 = 3.99".

/// The operands, "=" or "≈", and the result, with the digits that attention::written() gives them.
std::string equation_text(attention::Operation operation, std::span<const float> operands, float result,
                          int least_decimals = 2);

// The text of a running clock, and whole numbers spelled out.

/// "41.2 µs", "1.30 ms", "2.00 s": three significant digits. A running clock keeps the unit and the decimals
/// of its `end`, so that its digits do not jump.
std::string clock_text(double seconds, double end);

/// Every digit, in groups of three: "2 000 000" (with thin spaces).
std::string whole_text(double count);

} // namespace drawing
