#pragma once
// Where everything of a plot is: the frame, the numbers along it, the names of the lines.

#include "drawing/plot_axis.h"

namespace drawing {

struct PlotOptions {
    float scale = 1;          ///< of text, lines and gaps
    Role ground = Role::card; ///< what the plot stands on
    struct Hit {
        std::size_t series = 0, point = 0;
        bool operator==(const Hit&) const = default;
    };
    std::optional<Hit> hovered = {}; ///< a point with a ring, and lines from it to the axes
};

/// The name of a line: beside its end, or in the legend above the frame with a piece of the line. Or the
/// label of a mark, above the frame. Without text when there is none.
struct PlotName {
    Rect box = {};
    std::string text = {}; ///< ends in "…" where there is no room
};

struct PlotLayout {
    Rect area = {};  ///< all of it
    Rect frame = {}; ///< what lies between the axes; without width or height when there is no room for a plot
    AxisRange x = {}, y = {};
    std::vector<Tick> x_ticks = {}, y_ticks = {};
    std::vector<PlotName> names = {}; ///< one a series
    bool legend = false;              ///< the names are above the frame, not beside the lines' ends
    std::vector<PlotName> marks = {}; ///< one a mark, in one row or several; never over one another
    float title_line = 0;             ///< the middle of the title of the y axis; 0: there is none
    float scale = 1;

    bool empty() const { return frame.width <= 0 || frame.height <= 0; }
    /// Pixels; not finite for a number that the axis cannot show.
    Point place(double x_value, double y_value) const;
    /// The number under a pixel of the x axis.
    double x_value(float at) const;
};

PlotLayout plot_layout(Rect area, const Plot& plot, const PlotOptions& options, const TextMeasure& measure);

/// The measured point next to the mouse, at most 28 · scale pixels away.
std::optional<PlotOptions::Hit> nearest(const Plot& plot, const PlotLayout& layout, Point mouse);

} // namespace drawing
