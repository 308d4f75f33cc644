#pragma once
// What a plot says, before it has a place: axes, series, and the lines that explain them.

#include "drawing/figure.h"
#include "drawing/plot_unit.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace drawing {

/// Where equal steps on the axis are equal differences, or equal factors with marks at powers of 2 or of 10.
enum class Spacing { linear, log2, log10 };

struct Axis {
    std::string title = {};            ///< with its unit where the numbers have none: "entropy (bits)"
    Spacing spacing = Spacing::linear; ///< logarithmic axes leave out numbers that are not above 0
    std::optional<double> low = {}, high = {}; ///< the ends; empty: from the data
    Unit unit = Unit::none;                    ///< how the numbers are written, along the axis and when read
};

enum class Dash { solid, dashed, dotted, dash_dot };
enum class Marker { disc, square, triangle, diamond };

/// A colour never stands alone: every series has its own dashes and its own marker too.
struct SeriesStyle {
    Role role = Role::series_1;
    Dash dash = Dash::solid;
    Marker marker = Marker::disc;
};
/// The style of the i-th series; four differ in all three, later ones begin again.
SeriesStyle series_style(std::size_t i);

struct PlotPoint {
    double x = 0, y = 0; ///< not finite: a gap in the line
    /// The ends of the spread, quartiles for example; not finite: none.
    double lower = std::numeric_limits<double>::quiet_NaN(), upper = std::numeric_limits<double>::quiet_NaN();
};

enum class SeriesKind {
    measured,
    theory ///< what a formula says, to compare with: a thin dashed line without markers, not to be hovered
};

struct PlotSeries {
    std::string name; ///< empty: the line is not named
    SeriesStyle style = {};
    std::vector<PlotPoint> points = {}; ///< in the order in which the line joins them
    SeriesKind kind = SeriesKind::measured;
};

/// A level to compare with: "log2 n: equal weights".
struct PlotLevel {
    double y = 0;
    std::string label = {};
};

/// One place on the x axis: the current d_k, or where two lines cross.
struct PlotMark {
    double x = 0;
    std::string label = {};
};

/// How the spread of the points is shown.
enum class SpreadLook { band, whiskers };

struct Plot {
    Axis x = {}, y = {};
    std::vector<PlotSeries> series = {};
    std::vector<PlotLevel> levels = {};
    std::vector<PlotMark> marks = {};
    SpreadLook spread = SpreadLook::band;
};

} // namespace drawing
