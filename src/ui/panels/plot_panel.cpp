#include "ui/panels/plot_panel.h"

#include "drawing/fitted_text.h"
#include "drawing/plot_figure.h"

#include <cmath>

namespace ui {

using namespace drawing;

namespace {

/// As many decimals as a small number needs.
std::string read_out(double value) {
    const double size = std::abs(value);
    return number_text(static_cast<float>(value), size >= 100 ? 0 : size >= 0.1 ? 2 : 4);
}

} // namespace

void draw_plot(Ui& ui, const std::string& name, const Plot& plot, const Rect& area) {
    PlotOptions options{.scale = ui.theme.scale};
    const PlotLayout layout = plot_layout(area, plot, options, ui.canvas);
    ui.anchors.add(name, layout.frame);
    if (area.contains(ui.mouse)) options.hovered = nearest(plot, layout, ui.mouse);
    ui.canvas.paint(plot_figure(plot, layout, options, ui.theme.palette(), ui.canvas));
    if (!options.hovered) return;
    const auto& series = plot.series[options.hovered->series];
    const auto& point = series.points[options.hovered->point];
    ui.cursor_hint =
        series.name + "  ·  " + plot.x.title + " " + read_out(point.x) + "  ·  " + read_out(point.y);
    if (std::isfinite(point.lower) && std::isfinite(point.upper))
        ui.cursor_hint += "  (" + read_out(point.lower) + " – " + read_out(point.upper) + ")";
}

} // namespace ui
