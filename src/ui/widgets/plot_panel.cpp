#include "ui/widgets/plot_panel.h"

#include "drawing/plot/figure.h"
#include "narration/markup.h"

#include <cmath>

namespace ui {

using namespace drawing;

void paint_bars(Ui& ui, std::span<const Bar> bars, const BarLayout& layout, BarOptions options) {
    const auto left_out = std::to_string(static_cast<Index>(bars.size()) - layout.count);
    options.left_out = ui.plain("caption.bars_left_out", {{"count", {{left_out}}}});
    ui.canvas.paint(bar_figure(bars, layout, options, ui.theme.palette(), ui.canvas));
}

PlotLayout draw_plot(Ui& ui, const std::string& name, const Plot& plot, const Rect& area) {
    PlotOptions options{.scale = ui.theme.scale};
    PlotLayout layout = plot_layout(area, plot, options, ui.canvas);
    ui.anchors.add(name, layout.frame);
    if (area.contains(ui.mouse)) options.hovered = nearest(plot, layout, ui.mouse);
    ui.canvas.paint(plot_figure(plot, layout, options, ui.theme.palette(), ui.canvas));
    if (!options.hovered) return layout;
    const auto& series = plot.series[options.hovered->series];
    const auto& point = series.points[options.hovered->point];
    ui.cursor_hint = series.name + "  ·  " + plot.x.title + ": " + reading_text(point.x, plot.x.unit) +
                     "  ·  " + reading_text(point.y, plot.y.unit);
    if (std::isfinite(point.lower) && std::isfinite(point.upper))
        ui.cursor_hint += "  (" + reading_text(point.lower, plot.y.unit) + " – " +
                          reading_text(point.upper, plot.y.unit) + ")";
    return layout;
}

} // namespace ui
