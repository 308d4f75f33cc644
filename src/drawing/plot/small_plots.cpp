#include "drawing/plot/small_plots.h"

#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>

namespace drawing {

namespace {

// Pixels at scale 1.
constexpr float name_size = 12.5F, reading_size = 12, name_row = 20, gap_between = 8, inset = 8;
constexpr float least_width = 118, line_width = 1.8F, event_radius = 3.5F, least_height = 14;

class SmallPlotsPainter {
public:
    SmallPlotsPainter(const SmallPlots& plots, const SmallPlotsLayout& layout, const Palette& palette,
                      const TextMeasure& measure)
        : plots_(plots), layout_(layout), palette_(palette), measure_(measure), scale_(layout.scale) {}

    Figure paint() {
        for (std::size_t i = 0; i < plots_.plots.size(); ++i) {
            frame_ = layout_.frame(i);
            if (frame_.height < least_height * scale_) return std::move(figure_);
            paint_name(plots_.plots[i], layout_.panel(i));
            paint_frame();
            for (const PlotSeries& series : plots_.plots[i].series)
                paint_line(series);
            paint_event(plots_.plots[i]);
        }
        return std::move(figure_);
    }

private:
    float x_of(double x) const { return frame_.x + static_cast<float>(x / plots_.x_high) * frame_.width; }
    Point place(const PlotPoint& p) const {
        return {x_of(p.x), frame_.bottom() - static_cast<float>(p.y) * frame_.height};
    }

    void paint_name(const SmallPlot& plot, const Rect& panel) {
        const float y = panel.y + name_row / 2 * scale_ + 2 * scale_;
        const float beside = measure_.width(Font::mono, reading_size * scale_, plot.reading);
        const float room = frame_.width - beside - 6 * scale_;
        figure_.push_back(Label{{frame_.x, y},
                                Align::left,
                                Font::sans_medium,
                                name_size * scale_,
                                palette_[Role::text],
                                elided(plot.name, room, Font::sans_medium, name_size * scale_, measure_)});
        figure_.push_back(Label{{frame_.right(), y},
                                Align::right,
                                Font::mono,
                                reading_size * scale_,
                                palette_[Role::quiet],
                                plot.reading});
    }

    void paint_frame() {
        const Rgba line = palette_[Role::hairline];
        for (const float y : {frame_.y, frame_.bottom()})
            figure_.push_back(Line{{frame_.x, y}, {frame_.right(), y}, line, scale_});
        const auto upright = [&](double x, Dash dash, Rgba colour) {
            const std::vector<Point> ends{{x_of(x), frame_.y}, {x_of(x), frame_.bottom()}};
            append_dashes(figure_, ends, dash, colour, scale_, 1);
        };
        if (plots_.ends) upright(*plots_.ends, Dash::dotted, palette_[Role::quiet]);
        if (plots_.now) upright(*plots_.now, Dash::solid, mix(line, palette_[Role::quiet], 0.6F));
    }

    void paint_line(const PlotSeries& series) {
        std::vector<Point> points;
        for (const PlotPoint& p : series.points)
            points.push_back(place(p));
        append_dashes(figure_, points, series.style.dash, palette_[series.style.role], scale_, line_width);
    }

    /// The label stands below the point, on the side that has more room.
    void paint_event(const SmallPlot& plot) {
        if (!plot.event) return;
        const Point at = place(*plot.event);
        figure_.push_back(Disc{at, event_radius * scale_, palette_[plot.series.front().style.role]});
        const bool right = at.x < frame_.centre().x;
        figure_.push_back(Label{{at.x + (right ? 4 : -4) * scale_, at.y + 12 * scale_},
                                right ? Align::left : Align::right,
                                Font::mono,
                                reading_size * scale_,
                                palette_[Role::quiet],
                                plot.event_label});
    }

    const SmallPlots& plots_;
    const SmallPlotsLayout& layout_;
    const Palette& palette_;
    const TextMeasure& measure_;
    float scale_;
    Rect frame_;
    Figure figure_;
};

} // namespace

Rect SmallPlotsLayout::panel(std::size_t i) const {
    const auto column = static_cast<float>(i % columns), row = static_cast<float>(i / columns);
    return {area.x + column * (width + gap), area.y + row * (height + gap), width, height};
}

Rect SmallPlotsLayout::frame(std::size_t i) const {
    const Rect all = panel(i);
    const float top = (name_row + 6) * scale, side = inset * scale;
    return {all.x + side, all.y + top, all.width - 2 * side, all.height - top - side};
}

double SmallPlotsLayout::x_value(std::size_t i, float at, const SmallPlots& plots) const {
    const Rect lines = frame(i);
    return plots.x_high * std::clamp(static_cast<double>((at - lines.x) / lines.width), 0.0, 1.0);
}

SmallPlotsLayout small_plots_layout(Rect area, const SmallPlots& plots, float scale) {
    SmallPlotsLayout layout{.area = area, .gap = gap_between * scale, .scale = scale};
    const std::size_t count = std::max<std::size_t>(plots.plots.size(), 1);
    const float fitting = (area.width + layout.gap) / (least_width * scale + layout.gap);
    layout.columns = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(fitting, 1.0F)), 1, count);
    const std::size_t rows = (count + layout.columns - 1) / layout.columns;
    layout.columns = (count + rows - 1) / rows; // rows alike, but the last
    const auto share = [&](float all, std::size_t parts) {
        return (all - layout.gap * static_cast<float>(parts - 1)) / static_cast<float>(parts);
    };
    layout.width = share(area.width, layout.columns);
    layout.height = share(area.height, rows);
    return layout;
}

Figure small_plots_figure(const SmallPlots& plots, const SmallPlotsLayout& layout, const Palette& palette,
                          const TextMeasure& measure) {
    return SmallPlotsPainter(plots, layout, palette, measure).paint();
}

} // namespace drawing
