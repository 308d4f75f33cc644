#pragma once
// A figure is a list of shapes. Pure functions build it; the screen, SVG and PDF paint the same list.

#include "base/matrix.h"
#include "drawing/shapes/colours.h"

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace drawing {

struct Point {
    float x = 0, y = 0;
};

struct Rect {
    float x = 0, y = 0, width = 0, height = 0; ///< pixels, y downwards

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    Point centre() const { return {x + width / 2, y + height / 2}; }
    bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
    Rect inset(float by) const { return {x + by, y + by, width - 2 * by, height - 2 * by}; }
    bool operator==(const Rect&) const = default;
};

/// The smallest rectangle that holds both.
inline Rect around(const Rect& a, const Rect& b) {
    const float x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    const float right = a.right() > b.right() ? a.right() : b.right();
    const float bottom = a.bottom() > b.bottom() ? a.bottom() : b.bottom();
    return {x, y, right - x, bottom - y};
}

enum class Font { sans, sans_medium, sans_bold, mono, mono_bold, serif, serif_italic, math };
enum class Align { left, centre, right };

/// Measures text: all that the builder of a figure needs to know about its painter.
class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    /// The width in pixels of UTF-8 text set at `size` pixels.
    virtual float width(Font font, float size, std::string_view text) const = 0;
};

/// Those of a rectangle that are round; the others are square.
enum class Corners { all, left, right, none };
inline bool rounds_left(Corners corners) {
    return corners == Corners::all || corners == Corners::left;
}
inline bool rounds_right(Corners corners) {
    return corners == Corners::all || corners == Corners::right;
}

struct Fill {
    Rect rect;
    Rgba colour;
    float radius = 0;
    Corners corners = Corners::all;
};
struct Stroke {
    Rect rect;
    Rgba colour;
    float thickness = 1;
    float radius = 0;
    Corners corners = Corners::all;
};
struct Line {
    Point from, to;
    Rgba colour;
    float thickness = 1;
};
/// A cubic Bézier curve.
struct Curve {
    Point from, control_1, control_2, to;
    Rgba colour;
    float thickness = 1;
};
struct Disc {
    Point centre;
    float radius;
    Rgba colour;
};
struct Triangle {
    Point a, b, c;
    Rgba colour;
};
/// Diagonal lines, for masked cells.
struct Hatch {
    Rect rect;
    Rgba colour;
    float spacing = 6;
};
/// The area between two lines that run from left to right through points at the same x positions.
struct Band {
    std::vector<Point> upper, lower;
    Rgba colour;
};
/// Text vertically centred on `at.y`; `align` says what at.x is.
struct Label {
    Point at = {};
    Align align = Align::left;
    Font font = Font::sans;
    float size = 0;
    Rgba colour = {};
    std::string text = {};
};
/// A whole matrix as one picture: `view` (columns and rows in cells, may be fractional) fills `rect`.
struct Heat {
    Rect rect;
    std::shared_ptr<const base::Matrix> matrix; ///< kept alive while it is painted
    Rect view;
    Range range;
    ColourMap map;
    float opacity = 1;
    bool transposed = false; ///< the picture's rows are the matrix's columns; `view` is that of the picture
};
struct ClipStart {
    Rect rect;
};
struct ClipEnd {};

using Shape =
    std::variant<Fill, Stroke, Line, Curve, Disc, Triangle, Hatch, Band, Label, Heat, ClipStart, ClipEnd>;
using Figure = std::vector<Shape>;

// Curves: points on them, distances to them, and dashes along them.

/// The point of a curve at `share`, from 0 (its beginning) to 1:
/// (1−t)³·from + 3(1−t)²t·control_1 + 3(1−t)t²·control_2 + t³·to.
Point along(const Curve& curve, float share);
/// The distance of a point from a curve, pixels.
float distance(const Curve& curve, Point point);

/// The part of a curve between two shares, itself a cubic curve.
Curve part(const Curve& whole, float begin, float end);

/// Dashes of equal length along the curve, `dash` pixels each and about `gap` apart, beginning and ending
/// with one.
std::vector<Curve> dashed(const Curve& whole, float dash, float gap);

/// Adds dashes along the four sides of a box; its corners, of this radius, stay open.
void add_dashed_edge(Figure& figure, const Rect& box, float radius, Rgba colour, float scale);

} // namespace drawing
