#pragma once
// Formats numbers and words as text that fits its place.

#include "drawing/matrix_layout.h"

#include <string>
#include <string_view>

namespace drawing {

/// The number with `decimals` digits after the point, a real minus sign (U+2212) and no "−0.00"; from 100 000
/// on in the form "1.2e5"; "∞", "−∞" and "NaN" for non-finite values. Rounded once, from the float itself.
std::string number_text(float value, int decimals);

/// The number of characters: UTF-8 code points.
int character_count(std::string_view utf8);

/// The text, or its beginning and "…" when wider than `width` pixels; empty when not even "…" fits.
std::string elided(std::string_view text, float width, Font font, float size, const TextMeasure& measure);

/// How a matrix's numbers are set: same size and decimals in every cell.
struct Digits {
    float size = 0;   ///< pixels; 0: digits do not fit, show none
    int decimals = 2; ///< 2; more when all numbers are small; fewer when space is short, but always two
                      ///< digits of the largest
};

/// Digit sizes, pixels.
struct DigitLimits {
    float smallest = 9.5F;     ///< smaller digits are unreadable
    float comfortable = 13.5F; ///< up to here digits fill half a cell's height, then a third
    float largest = 17;

    DigitLimits operator*(float scale) const {
        return {smallest * scale, comfortable * scale, largest * scale};
    }
};

/// Digits for numbers between range.low and range.high in cells of width × height pixels.
Digits digits_for(Range range, float width, float height, DigitLimits limits, const TextMeasure& measure);

/// The smallest cell in which digits_for gives these digits.
CellSize cell_for(Digits digits, Range range, DigitLimits limits, const TextMeasure& measure);

} // namespace drawing
