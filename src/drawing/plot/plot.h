#pragma once
// What a plot shows, before its layout: how numbers are written, series, explanatory lines, and its axes with
// the numbers along them.

#include "drawing/shapes/figure.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace drawing {

// Numbers with units.

enum class Unit {
    none,    ///< plain numbers
    seconds, ///< "10 µs", "100 ms", "1 s"
    count,   ///< "64", "4096", "2·10⁵": powers of ten from 10³ on, other numbers from a million on
    bytes    ///< "256 B", "1 kB", "67.1 MB": steps of 1000
};

/// A number with its unit, rounded to `digits` significant digits, without trailing zeros: "1.5 ms".
std::string unit_text(double value, Unit unit, int digits);
/// The same, in the unit used for `like`, so that the numbers of an axis are comparable.
std::string unit_text(double value, Unit unit, int digits, double like);

/// "10⁶", "10⁻⁶".
std::string power_of_ten(int exponent);

/// The reading of a plot point: three significant digits, or plain numbers with their decimals, below 0.001
/// as a power of ten.
std::string reading_text(double value, Unit unit);

// The content.

/// Equal steps on an axis are equal differences, or equal factors with ticks at powers of 2 or 10.
enum class Spacing { linear, log2, log10 };

struct Axis {
    std::string title = {};                    ///< with its unit when the numbers have none: "entropy (bits)"
    Spacing spacing = Spacing::linear;         ///< logarithmic axes omit numbers that are not above 0
    std::optional<double> low = {}, high = {}; ///< ends of the axis; empty: from the data
    Unit unit = Unit::none;                    ///< how numbers are written, along the axis and in readings
};

enum class Dash { solid, dashed, dotted, dash_dot };
enum class Marker { disc, square, triangle, diamond };

/// Colour is never the only distinction: every series also has its own dashes and marker.
struct SeriesStyle {
    Role role = Role::series_1;
    Dash dash = Dash::solid;
    Marker marker = Marker::disc;
};
/// The style of the i-th series; four differ in all three respects, then they repeat.
SeriesStyle series_style(std::size_t i);

struct PlotPoint {
    double x = 0, y = 0; ///< not finite: a gap in the line
    /// The ends of the spread, for example quartiles; not finite: none.
    double lower = std::numeric_limits<double>::quiet_NaN(), upper = std::numeric_limits<double>::quiet_NaN();
    float shown = 1; ///< opacity of its marker: below 1 while it fades in
};

enum class SeriesKind {
    measured,
    points,   ///< measured, too: markers that no line joins
    computed, ///< what the points should follow: a paler line without markers or hovering
    theory    ///< a formula to compare with: a thin dashed line without markers or hovering
};

struct PlotSeries {
    std::string name; ///< empty: the line is unnamed
    SeriesStyle style = {};
    std::vector<PlotPoint> points = {}; ///< in the order in which the line joins them
    SeriesKind kind = SeriesKind::measured;
};

/// A reference level: "log2 n: equal weights".
struct PlotLevel {
    double y = 0;
    std::string label = {};
};

/// A position on the x axis: the current d_k, or where two lines cross.
struct PlotMark {
    double x = 0;
    std::string label = {};
    Role role = Role::text; ///< of its line
};

/// How the spread of the points is shown.
enum class SpreadLook { band, whiskers };

struct Plot {
    Axis x = {}, y = {};
    std::vector<PlotSeries> series = {};
    std::vector<PlotLevel> levels = {};
    std::vector<PlotMark> marks = {};
    SpreadLook spread = SpreadLook::band;
    bool names_above = false; ///< rather than beside the lines' ends, while those are still far from the edge
};

// An axis: where its numbers lie, and which are written along it.

/// The range that an axis shows; low < high, both above 0 when logarithmic.
struct AxisRange {
    double low = 0, high = 1;
    Spacing spacing = Spacing::linear;

    /// 0 at low, 1 at high; NaN for what the axis cannot show (0 or less on a logarithmic one).
    double share(double value) const;
    /// The inverse: the number at a share.
    double value(double share) const;
};

/// The axis range for these numbers; those it cannot show are ignored. A `rounded` linear axis begins at 0
/// when no number is negative and the smallest is less than half the largest, and ends at a round number; a
/// logarithmic one ends at whole powers. Without numbers, the range is 0 to 1, or one power.
AxisRange axis_range(const Axis& axis, const std::vector<double>& values, bool rounded);

struct Tick {
    double value = 0;
    std::string text = {};
};

struct TickOptions {
    float length = 0;     ///< axis length, pixels
    bool upright = false; ///< a vertical axis: numbers are above one another, not side by side
    float size = 12;      ///< text size, pixels
    float spacing = 60;   ///< preferred distance between two ticks, pixels
};

/// Round numbers along the axis: 1, 2 or 5 times a power of ten, or whole powers. Their texts never overlap.
std::vector<Tick> axis_ticks(const AxisRange& range, Unit unit, const TickOptions& options,
                             const TextMeasure& measure);

} // namespace drawing
