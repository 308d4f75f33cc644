#pragma once
// Small multiples: many small plots side by side, all with the same axes, so that one sees at a glance which
// line rises when. Source: Tufte 1983, "The visual display of quantitative information", chapter 8.

#include "drawing/plot/plot.h"

namespace drawing {

/// One of them: shares, from 0 to 1, over the steps of a training.
struct SmallPlot {
    std::string name;
    std::string reading = {}; ///< beside the name: "98 %"
    std::vector<PlotSeries> series = {};
    std::optional<PlotPoint> event = {}; ///< a point that stands out …
    std::string event_label = {};        ///< … and what is written beside it
};

struct SmallPlots {
    std::vector<SmallPlot> plots = {};
    double x_high = 1;
    std::optional<double> now = {};  ///< a line through all of them
    std::optional<double> ends = {}; ///< a dashed one
};

/// Rows of equal panels, from the left and from the top.
struct SmallPlotsLayout {
    Rect area = {};
    std::size_t columns = 1;
    float width = 0, height = 0; ///< of a panel
    float gap = 0, scale = 1;

    Rect panel(std::size_t i) const;
    /// Where its lines are drawn.
    Rect frame(std::size_t i) const;
    /// The x value at a pixel of a panel.
    double x_value(std::size_t i, float at, const SmallPlots& plots) const;
};

/// As many columns as have room for names, and rows that differ by the last alone.
SmallPlotsLayout small_plots_layout(Rect area, const SmallPlots& plots, float scale);

/// Each panel with its name and its lines; nothing where there is no room for lines.
Figure small_plots_figure(const SmallPlots& plots, const SmallPlotsLayout& layout, const Palette& palette,
                          const TextMeasure& measure);

} // namespace drawing
