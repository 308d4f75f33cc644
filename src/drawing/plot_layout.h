#pragma once
// Layout of a plot: the frame, the numbers along it, the names of the lines.

#include "drawing/plot_axis.h"

#include <cmath>

namespace drawing {

struct PlotOptions {
    float scale = 1;          ///< scale of text, lines and gaps
    Role ground = Role::card; ///< background of the plot
    struct Hit {
        std::size_t series = 0, point = 0;
        bool operator==(const Hit&) const = default;
    };
    std::optional<Hit> hovered = {}; ///< drawn with a ring, and lines from it to the axes
};

/// The name of a line, beside its end or in the legend above the frame with a sample of the line; or the
/// label of a mark, above the frame. Empty text when there is none.
struct PlotName {
    Rect box = {};
    std::string text = {}; ///< ends in "…" when space is short
};

struct PlotLayout {
    Rect area = {};  ///< all of it
    Rect frame = {}; ///< the plotting area between the axes; zero width or height when there is no room for a
                     ///< plot
    AxisRange x = {}, y = {};
    std::vector<Tick> x_ticks = {}, y_ticks = {};
    std::vector<PlotName> names = {}; ///< one per series
    bool legend = false;              ///< names are above the frame, not beside the lines' ends
    std::vector<PlotName> marks = {}; ///< one per mark, in one row or several; never overlapping
    float title_line = 0;             ///< centre of the y axis title; 0: no title
    float scale = 1;

    bool empty() const { return frame.width <= 0 || frame.height <= 0; }
    /// In pixels; not finite for a number the axis cannot show.
    Point place(double x_value, double y_value) const;
    /// The x value at a pixel.
    double x_value(float at) const;
};

/// False for what the axes cannot show.
inline bool is_seen(Point p) {
    return std::isfinite(p.x) && std::isfinite(p.y);
}

PlotLayout plot_layout(Rect area, const Plot& plot, const PlotOptions& options, const TextMeasure& measure);

/// The measured point nearest to the mouse, at most 28 · scale pixels away.
std::optional<PlotOptions::Hit> nearest(const Plot& plot, const PlotLayout& layout, Point mouse);

} // namespace drawing
