#include "drawing/plot/layout.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawing {

namespace {

// Dashes and markers.

/// On, off, on, …: pixels at scale 1. Empty: solid.
std::span<const float> pattern_of(Dash dash) {
    static constexpr float dashed[] = {8, 5}, dotted[] = {2.5F, 3.5F}, dash_dot[] = {10, 4, 2.5F, 4};
    switch (dash) {
    case Dash::solid:
        return {};
    case Dash::dashed:
        return dashed;
    case Dash::dotted:
        return dotted;
    case Dash::dash_dot:
        return dash_dot;
    }
    return {};
}

Point between(Point a, Point b, float share) {
    return {std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share)};
}

} // namespace

void append_dashes(Figure& figure, std::span<const Point> points, Dash dash, Rgba colour, float scale,
                   float thickness) {
    const auto pattern = pattern_of(dash);
    std::size_t part = 0;
    float left = pattern.empty() ? 0 : pattern[0] * scale; ///< remaining in the current dash or gap
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point from = points[i - 1], to = points[i];
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        if (pattern.empty()) {
            figure.push_back(Line{from, to, colour, thickness * scale});
            continue;
        }
        for (float done = 0; done < length;) {
            const float step = std::min(left, length - done);
            if (part % 2 == 0)
                figure.push_back(Line{between(from, to, done / length),
                                      between(from, to, (done + step) / length), colour, thickness * scale});
            done += step;
            left -= step;
            if (left <= 0.01F) {
                part = (part + 1) % pattern.size();
                left = pattern[part] * scale;
            }
        }
    }
}

void append_marker(Figure& figure, Point c, Marker marker, float half, Rgba colour) {
    switch (marker) {
    case Marker::disc:
        figure.push_back(Disc{c, half, colour});
        break;
    case Marker::square:
        figure.push_back(Fill{{c.x - 0.88F * half, c.y - 0.88F * half, 1.76F * half, 1.76F * half}, colour});
        break;
    case Marker::triangle:
        figure.push_back(Triangle{
            {c.x - half, c.y + 0.8F * half}, {c.x + half, c.y + 0.8F * half}, {c.x, c.y - half}, colour});
        break;
    case Marker::diamond:
        figure.push_back(Triangle{{c.x - half, c.y}, {c.x + half, c.y}, {c.x, c.y - half}, colour});
        figure.push_back(Triangle{{c.x - half, c.y}, {c.x + half, c.y}, {c.x, c.y + half}, colour});
        break;
    }
}

namespace {

// The plot.

using namespace plot_sizes;

constexpr float thin = 1.2F; ///< explanatory lines, pixels at scale 1

class PlotPainter {
public:
    PlotPainter(const Plot& plot, const PlotLayout& layout, const PlotOptions& options,
                const Palette& palette, const TextMeasure& measure)
        : plot_(plot), layout_(layout), options_(options), palette_(palette), measure_(measure),
          scale_(layout.scale), frame_(layout.frame) {}

    Figure paint() {
        if (layout_.empty()) return {};
        paint_axes();
        figure_.push_back(ClipStart{frame_.inset(-(marker + 1.5F) * scale_)});
        if (plot_.spread == SpreadLook::band)
            for (const PlotSeries& series : plot_.series)
                paint_band(series);
        for (const PlotLevel& level : plot_.levels)
            paint_level(level);
        for (const PlotMark& mark : plot_.marks)
            paint_mark_line(mark);
        for (const SeriesKind kind :
             {SeriesKind::theory, SeriesKind::computed, SeriesKind::measured, SeriesKind::points})
            for (const PlotSeries& series : plot_.series)
                if (series.kind == kind) paint_series(series);
        for (const PlotLevel& level : plot_.levels)
            paint_level_label(level);
        if (options_.hovered) paint_hovered(*options_.hovered);
        figure_.push_back(ClipEnd{});
        paint_mark_labels();
        for (std::size_t i = 0; i < layout_.names.size(); ++i)
            if (!layout_.names[i].text.empty()) layout_.legend ? paint_legend(i) : paint_name(i);
        return std::move(figure_);
    }

private:
    void text(Point at, Align align, Font font, float size, Rgba colour, std::string what) {
        if (!what.empty()) figure_.push_back(Label{at, align, font, size * scale_, colour, std::move(what)});
    }
    std::string shortened(const std::string& what, Font font, float size, float width) const {
        return elided(what, width, font, size * scale_, measure_);
    }

    void paint_axes() {
        const Rgba line = palette_[Role::hairline], ink = palette_[Role::quiet];
        for (const Tick& tick : layout_.y_ticks) {
            const float y = layout_.place(layout_.x.low, tick.value).y;
            figure_.push_back(Line{{frame_.x, y}, {frame_.right(), y}, line, scale_});
            text({frame_.x - 8 * scale_, y}, Align::right, Font::mono, tick_text, ink, tick.text);
        }
        for (const Tick& tick : layout_.x_ticks) {
            const float x = layout_.place(tick.value, layout_.y.low).x;
            figure_.push_back(Line{{x, frame_.y}, {x, frame_.bottom()}, line, scale_});
            text({x, frame_.bottom() + row / 2 * scale_}, Align::centre, Font::mono, tick_text, ink,
                 tick.text);
        }
        const Rgba axis = mix(line, ink, 0.6F);
        figure_.push_back(Line{{frame_.x, frame_.bottom()}, {frame_.right(), frame_.bottom()}, axis, scale_});
        const float wide = layout_.area.width;
        text({frame_.centre().x, frame_.bottom() + 1.5F * row * scale_}, Align::centre, Font::sans,
             title_text, ink, shortened(plot_.x.title, Font::sans, title_text, frame_.width));
        if (layout_.title_line > 0)
            text({layout_.area.x, layout_.title_line}, Align::left, Font::sans, title_text, ink,
                 shortened(plot_.y.title, Font::sans, title_text, wide));
    }

    /// The pieces of a line between its gaps, in pixels.
    std::vector<std::vector<Point>> pieces(const PlotSeries& series) const {
        std::vector<std::vector<Point>> all(1);
        for (const PlotPoint& p : series.points) {
            const Point at = layout_.place(p.x, p.y);
            if (is_seen(at))
                all.back().push_back(at);
            else if (!all.back().empty())
                all.emplace_back();
        }
        return all;
    }

    /// The spread as a band, broken where an end is missing.
    void paint_band(const PlotSeries& series) {
        Band band{{}, {}, palette_[series.style.role].faded(0.13F)};
        const auto finish = [&] {
            if (band.upper.size() > 1) figure_.push_back(band);
            band.upper.clear();
            band.lower.clear();
        };
        for (const PlotPoint& p : series.points) {
            const Point upper = layout_.place(p.x, p.upper), lower = layout_.place(p.x, p.lower);
            if (!is_seen(upper) || !is_seen(lower)) {
                finish();
                continue;
            }
            band.upper.push_back(upper);
            band.lower.push_back(lower);
        }
        finish();
    }

    /// The line of a series that is not measured.
    void append_formula(std::span<const Point> points, const PlotSeries& series) {
        if (series.kind == SeriesKind::theory)
            append_dashes(figure_, points, Dash::dashed, palette_[series.style.role].faded(0.85F), scale_,
                          thin);
        else
            append_dashes(figure_, points, Dash::solid,
                          mix(palette_[options_.ground], palette_[series.style.role], 0.55F), scale_);
    }
    static bool is_measured(const PlotSeries& series) {
        return series.kind == SeriesKind::measured || series.kind == SeriesKind::points;
    }

    /// From one end of the spread to the other, each end with a short cross line.
    void paint_whiskers(const PlotSeries& series) {
        const float half = marker * scale_;
        for (const PlotPoint& p : series.points) {
            const Rgba colour = palette_[series.style.role].faded(p.shown);
            const Point upper = layout_.place(p.x, p.upper), lower = layout_.place(p.x, p.lower);
            if (!is_seen(upper) || !is_seen(lower)) continue;
            figure_.push_back(Line{upper, lower, colour, thin * scale_});
            for (const Point end : {upper, lower})
                figure_.push_back(Line{{end.x - half, end.y}, {end.x + half, end.y}, colour, thin * scale_});
        }
    }

    void paint_points(const PlotSeries& series) {
        for (const PlotPoint& p : series.points)
            if (const Point at = layout_.place(p.x, p.y); is_seen(at))
                append_marker(figure_, at, series.style.marker, (marker + 1) * scale_,
                              palette_[series.style.role].faded(p.shown));
    }

    void paint_series(const PlotSeries& series) {
        const Rgba colour = palette_[series.style.role];
        if (is_measured(series) && plot_.spread == SpreadLook::whiskers) paint_whiskers(series);
        if (series.kind == SeriesKind::points) return paint_points(series);
        for (const auto& piece : pieces(series)) {
            if (!is_measured(series)) {
                append_formula(piece, series);
                continue;
            }
            append_dashes(figure_, piece, series.style.dash, colour, scale_);
            // Where points are dense, at most one marker every 12 pixels.
            float last = -1e9F;
            for (const Point p : piece)
                if (std::abs(p.x - last) >= 12 * scale_ || p.x == piece.back().x) {
                    append_marker(figure_, p, series.style.marker, marker * scale_, colour);
                    last = p.x;
                }
        }
    }

    void paint_level(const PlotLevel& level) {
        const Point left = layout_.place(layout_.x.low, level.y);
        if (!is_seen(left)) return;
        const std::array ends{Point{frame_.x, left.y}, Point{frame_.right(), left.y}};
        append_dashes(figure_, ends, Dash::dashed, palette_[Role::quiet], scale_, thin);
    }

    /// Above or below the level, at the left, right or middle: wherever the fewest lines pass.
    void paint_level_label(const PlotLevel& level) {
        const float y = layout_.place(layout_.x.low, level.y).y, high = row * scale_;
        if (!std::isfinite(y) || level.label.empty()) return;
        const std::string what = shortened(level.label, Font::sans, title_text, frame_.width - 8 * scale_);
        const float wide = measure_.width(Font::sans, title_text * scale_, what) + 6 * scale_;
        std::optional<Rect> best;
        std::size_t fewest = 0;
        for (const float top : {y - high - scale_, y + 2 * scale_})
            for (const float x :
                 {frame_.right() - wide - 2 * scale_, frame_.x + 2 * scale_, frame_.centre().x - wide / 2}) {
                const Rect box{x, top, wide, high};
                if (box.y < frame_.y - scale_ || box.bottom() > frame_.bottom()) continue;
                const std::size_t crossed = lines_through(box);
                if (!best || crossed < fewest) {
                    best = box;
                    fewest = crossed;
                }
            }
        if (!best) return;
        figure_.push_back(Fill{*best, palette_[options_.ground].faded(0.8F), 4 * scale_});
        text(best->centre(), Align::centre, Font::sans, title_text, palette_[Role::quiet], what);
    }

    std::size_t lines_through(Rect box) const {
        std::size_t count = 0;
        for (const PlotSeries& series : plot_.series)
            for (const auto& piece : pieces(series))
                for (std::size_t i = 1; i < piece.size(); ++i)
                    for (int step = 0; step <= 8; ++step) {
                        const float share = static_cast<float>(step) / 8;
                        count += box.contains({std::lerp(piece[i - 1].x, piece[i].x, share),
                                               std::lerp(piece[i - 1].y, piece[i].y, share)});
                    }
        return count;
    }

    Rgba mark_colour(const PlotMark& mark) const {
        return mark.role == Role::text ? palette_[mark.role].faded(0.75F) : palette_[mark.role];
    }

    void paint_mark_line(const PlotMark& mark) {
        const float x = layout_.place(mark.x, layout_.y.low).x;
        if (!std::isfinite(x)) return;
        figure_.push_back(Line{{x, frame_.y}, {x, frame_.bottom()}, mark_colour(mark), thin * scale_});
    }

    /// A label moved sideways or up is connected to its mark; the connections pass beneath the labels.
    void paint_mark_labels() {
        for (std::size_t i = 0; i < layout_.marks.size(); ++i) {
            const PlotName& label = layout_.marks[i];
            const float x = layout_.place(plot_.marks[i].x, layout_.y.low).x, foot = label.box.bottom();
            if (label.text.empty()) continue;
            const float near = std::clamp(x, label.box.x, label.box.right());
            if (near != x || frame_.y - foot > row * scale_)
                figure_.push_back(
                    Line{{x, frame_.y}, {near, foot - 2 * scale_}, mark_colour(plot_.marks[i]), scale_});
        }
        for (const PlotName& label : layout_.marks) {
            if (label.text.empty()) continue;
            figure_.push_back(Fill{label.box, palette_[options_.ground].faded(0.9F), 4 * scale_});
            text(label.box.centre(), Align::centre, Font::sans_medium, title_text, palette_[Role::text],
                 label.text);
        }
    }

    void paint_hovered(PlotOptions::Hit hit) {
        if (hit.series >= plot_.series.size() || hit.point >= plot_.series[hit.series].points.size()) return;
        const PlotSeries& series = plot_.series[hit.series];
        const Point at = layout_.place(series.points[hit.point].x, series.points[hit.point].y);
        if (!is_seen(at)) return;
        const Rgba faint = palette_[Role::quiet];
        figure_.push_back(Line{{frame_.x, at.y}, at, faint, scale_});
        figure_.push_back(Line{at, {at.x, frame_.bottom()}, faint, scale_});
        figure_.push_back(Disc{at, (marker + 3.5F) * scale_, palette_[series.style.role].faded(0.3F)});
        append_marker(figure_, at, series.style.marker, (marker + 1) * scale_, palette_[series.style.role]);
    }

    /// The last visible point of a series.
    std::optional<Point> end_of(const PlotSeries& series) const {
        for (auto p = series.points.rbegin(); p != series.points.rend(); ++p)
            if (const Point at = layout_.place(p->x, p->y); is_seen(at))
                return Point{std::clamp(at.x, frame_.x, frame_.right()),
                             std::clamp(at.y, frame_.y, frame_.bottom())};
        return std::nullopt;
    }

    void paint_name(std::size_t i) {
        const PlotName& name = layout_.names[i];
        const Rgba colour = palette_[plot_.series[i].style.role];
        const Point at{name.box.x, name.box.centre().y};
        symbols(at, font_of(plot_.series[i]), colour, name.text);
        const auto end = end_of(plot_.series[i]);
        if (!end) return;
        const Point from{end->x + (marker + 2) * scale_, end->y}, to{at.x - 3 * scale_, at.y};
        const bool is_near = std::abs(to.y - from.y) < 5 * scale_ && to.x - from.x < 12 * scale_;
        if (!is_near && to.x > from.x) figure_.push_back(Line{from, to, colour.faded(0.6F), scale_});
    }

    /// A series' name, in which "W_Q" has a subscript.
    void symbols(Point at, Font font, Rgba colour, const std::string& name) {
        const Label label{at, Align::left, font, name_text * scale_, colour, name};
        for (Shape& shape : symbols_figure(label, measure_))
            figure_.push_back(std::move(shape));
    }

    static Font font_of(const PlotSeries& series) {
        return series.kind == SeriesKind::theory     ? Font::sans
               : series.kind == SeriesKind::computed ? Font::sans_bold
                                                     : Font::sans_medium;
    }

    void paint_legend(std::size_t i) {
        const PlotName& name = layout_.names[i];
        const SeriesStyle style = plot_.series[i].style;
        const Rgba colour = palette_[style.role];
        const float y = name.box.centre().y, wide = sample * scale_;
        const std::array ends{Point{name.box.x, y}, Point{name.box.x + wide, y}};
        if (!is_measured(plot_.series[i])) append_formula(ends, plot_.series[i]);
        if (plot_.series[i].kind == SeriesKind::measured)
            append_dashes(figure_, ends, style.dash, colour, scale_);
        if (is_measured(plot_.series[i])) {
            append_marker(figure_, {name.box.x + wide / 2, y}, style.marker, marker * scale_, colour);
        }
        symbols({name.box.x + wide + 7 * scale_, y}, font_of(plot_.series[i]), colour, name.text);
    }

    const Plot& plot_;
    const PlotLayout& layout_;
    const PlotOptions& options_;
    const Palette& palette_;
    const TextMeasure& measure_;
    float scale_;
    Rect frame_;
    Figure figure_;
};

} // namespace

Figure plot_figure(const Plot& plot, const PlotLayout& layout, const PlotOptions& options,
                   const Palette& palette, const TextMeasure& measure) {
    return PlotPainter(plot, layout, options, palette, measure).paint();
}

} // namespace drawing
