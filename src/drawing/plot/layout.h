#pragma once
// The layout of a plot – its frame, the numbers along its axes, the names of its lines and marks – and the
// plot painted as laid out, where every series has its own colour, dashes, marker and name.

#include "drawing/plot/plot.h"

#include <cmath>
#include <span>
#include <vector>

namespace drawing {

/// Shared by layout and painter; pixels at scale 1.
namespace plot_sizes {

constexpr float tick_text = 12, title_text = 12.5F, name_text = 13;
constexpr float row = 20;        ///< row of text above or below the frame
constexpr float edge = 7;        ///< between the frame and its first and last point
constexpr float marker = 4;      ///< half the size of a marker
constexpr float name_gap = 10;   ///< between the end of a line and its name
constexpr float sample = 30;     ///< length of the line sample in the legend
constexpr float name_pitch = 17; ///< between names beside the ends
constexpr float mark_gap = 14;   ///< least distance between the labels of marks
constexpr float reach = 28;      ///< how near the mouse must be to a point

} // namespace plot_sizes

// Places names along a line without overlap.

/// The preferred start and the length of something on a line.
struct Stretch {
    float start = 0, length = 0;
};

/// Where each stretch begins, in the order given, so that none overlaps the next, all lie between `low` and
/// `high`, and they move as little as possible (least squares: isotonic regression by pooling adjacent
/// violators). Stretches that are too long together begin at `low`.
std::vector<float> spread_apart(const std::vector<Stretch>& wanted, float low, float high);

// The layout.

struct PlotOptions {
    float scale = 1;          ///< scale of text, lines and gaps
    Role ground = Role::card; ///< background of the plot
    struct Hit {
        std::size_t series = 0, point = 0;
        bool operator==(const Hit&) const = default;
    };
    std::optional<Hit> hovered = {}; ///< drawn with a ring, and lines from it to the axes
};

/// The name of a line, beside its end or with a sample in the legend above the frame; or the label of a mark,
/// above the frame. Empty text when there is none.
struct PlotName {
    Rect box = {};
    std::string text = {}; ///< ends in "…" when space is short
};

struct PlotLayout {
    Rect area = {};  ///< of the whole plot
    Rect frame = {}; ///< the area between the axes; without width or height when there is no room for a plot
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

// The figure (figure.cpp).

/// Appends the dashes of a line through `points`, pixels; the pattern continues around corners. `thickness`
/// is at scale 1.
void append_dashes(Figure& figure, std::span<const Point> points, Dash dash, Rgba colour, float scale,
                   float thickness = 2);

/// Appends a marker extending `half` pixels to each side of its centre.
void append_marker(Figure& figure, Point centre, Marker marker, float half, Rgba colour);

/// Paints a plot as laid out; nothing when there is no room for it. Bands lie under all lines. Lines end at
/// the frame's border, break where a number is missing or cannot be shown, and are named beside their ends or
/// in a legend; a name moved away from its line's end is connected to it.
Figure plot_figure(const Plot& plot, const PlotLayout& layout, const PlotOptions& options,
                   const Palette& palette, const TextMeasure& measure);

} // namespace drawing
