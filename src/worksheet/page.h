#pragma once
// Blocks of text and figures set on pages, one below the other.

#include "drawing/shapes/figure.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace worksheet {

using drawing::Align;
using drawing::Figure;
using drawing::Font;
using drawing::Rect;
using drawing::TextMeasure;

/// A sheet of paper, in pixels: 96 an inch.
struct Paper {
    std::string_view key; ///< "a4": command line, texts
    float width, height;
    float margin = 54;

    float inner_width() const { return width - 2 * margin; }
};
/// A4 and Letter.
std::span<const Paper> papers();
/// Null: there is none of this name.
const Paper* paper_named(std::string_view key);

// Ink: black on white, and greys that a copier keeps.

inline constexpr drawing::Rgba ink{0, 0, 0}, soft_ink{90, 90, 90}, line_ink{150, 150, 150},
    shade{232, 232, 232}, paper_white{255, 255, 255};

// Text. Sizes are those of a line, pixels.

inline constexpr float text_size = 17, small_size = 14.5F, heading_size = 21, title_size = 29;

struct TextStyle {
    Font font = Font::sans;
    float size = text_size;
    drawing::Rgba colour = ink;
    float leading = 1.25F; ///< from line to line, in sizes
};

/// Lines no wider than `width`, broken between words, a word too long for a line within it, and at line ends
/// of the text.
std::vector<std::string> lines_of(const std::string& text, float width, const TextStyle& style,
                                  const TextMeasure& measure);

/// A line of text, vertically centred on y.
drawing::Label line_at(float x, float y, std::string text, const TextStyle& style = {},
                       Align align = Align::left);

void append(Figure& figure, Figure&& more);

// Blocks.

/// What is set in one piece: its left top corner at (0, 0).
struct Block {
    Figure figure = {};
    float height = 0;
    float gap = 10; ///< to the block above it on its page
    /// Room that grows with what is left of the page, by this share: `room` draws it at its height.
    float stretch = 0;
    std::function<Figure(float height)> room = {};
    bool starts_page = false;
    bool keeps_next = false; ///< never the last one on its page
};

/// A paragraph, `width` wide; symbols have their subscripts (drawing::symbols_figure).
Block paragraph(const std::string& text, float width, const TextStyle& style, const TextMeasure& measure);
/// A block without ink.
Block space(float height);
/// Room to calculate: fine dots, 5 mm apart, at least `least` pixels high.
Block room_to_calculate(float width, float least, float stretch = 1);
/// Ruled lines to write on.
Block ruled(float width, int lines);

/// The blocks on pages. A block higher than a page begins one of its own, and is cut off by nothing.
std::vector<Figure> set_pages(const std::vector<Block>& blocks, const Paper& paper);

/// The same figures with a line at the foot of each: text at the left and the page's number at the right.
void add_feet(std::vector<Figure>& pages, const Paper& paper, const std::string& text);

} // namespace worksheet
