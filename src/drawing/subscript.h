#pragma once
// Symbols in a line of text: letters after "_" stand below it ("W_Q", "÷ √d_model").

#include "drawing/figure.h"

#include <string_view>
#include <vector>

namespace drawing {

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

} // namespace drawing
