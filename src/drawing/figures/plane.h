#pragma once
// Vectors of two numbers as arrows in a plane: a query among keys, and a sum of weighted values.

#include "drawing/shapes/figure.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

using base::Index;

/// Where the plane's numbers stand: pixels for units.
struct PlaneLayout {
    Rect area;                                        ///< of the grid, pixels
    Point origin;                                     ///< of (0, 0), pixels
    float unit = 1;                                   ///< pixels
    int low_x = 0, high_x = 0, low_y = 0, high_y = 0; ///< the outermost lines of the grid
    float scale = 1;

    Point at(Point units) const { return {origin.x + units.x * unit, origin.y - units.y * unit}; }
    Point units(Point pixels) const { return {(pixels.x - origin.x) / unit, (origin.y - pixels.y) / unit}; }
};

/// A grid one line beyond all `tips` (units), as large as the area has room for, with its numbers on the left
/// and below; `named`: there is room for the names of its axes.
PlaneLayout plane_layout(Rect area, std::span<const Point> tips, float scale, bool named = true);

/// The grid with its numbers; `first` and `second` name the two axes.
Figure grid_figure(const PlaneLayout& plane, const std::string& first, const std::string& second,
                   const Palette& palette);

/// An arrow between two points in units.
Figure arrow_figure(const PlaneLayout& plane, Point from, Point to, Rgba colour, float thickness);

/// Where the query began, as a dotted arrow, and the way its tip has come (units).
Figure ghost_figure(const PlaneLayout& plane, Point start, std::span<const Point> way,
                    const Palette& palette);

/// A word at its arrow's tip, on the side away from the origin, with its two numbers: "(2, 1)".
struct TipLabel {
    Rect box;     ///< of the word, pixels
    Point number; ///< the middle of its two numbers, pixels
};
/// Beside the tip of an arrow, and off the boxes that are there.
TipLabel label_at(const PlaneLayout& plane, Point tip, const std::string& word, std::span<const Rect> taken,
                  const TextMeasure& measure);

/// "(2, −1)", with one decimal where there is one.
std::string pair_text(Point pair);

/// 1.6 as "1.6", 2 as "2".
std::string short_number(float number);

// Numbers beside the plane, each with how it comes about.

/// Text in one colour, part of a line.
struct TextRun {
    std::string text;
    Role role = Role::quiet;
};

struct TermBar {
    float value = 0;
    std::string text;           ///< the number as it is written beside the bar
    std::vector<TextRun> terms; ///< below the bar
    bool marked = false;        ///< the largest
};

struct TermBarOptions {
    float largest = 1;   ///< the value of a bar as long as its side has room for
    float lowest = 0;    ///< negative if some bar goes to the left of the zero line
    bool shares = false; ///< violet; otherwise red and blue by sign
    float scale = 1;
};

/// One row for each bar, all on one zero line. `names`: room on the left for the words, whose boxes the
/// caller draws.
struct TermBarLayout {
    Rect area;
    float names = 0, zero = 0, unit = 1; ///< pixels; zero from the left of the window
    float row = 0;
    Rect bar_row(Index i) const { return {area.x, area.y + static_cast<float>(i) * row, area.width, row}; }
};
TermBarLayout term_bar_layout(Rect area, std::size_t count, float names, const TermBarOptions& options);
Figure term_bar_figure(std::span<const TermBar> bars, const TermBarLayout& layout,
                       const TermBarOptions& options, const Palette& palette, const TextMeasure& measure);

} // namespace drawing
