#include "drawing/plot/layout.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {

std::vector<float> spread_apart(const std::vector<Stretch>& wanted, float low, float high) {
    // With its predecessors' lengths subtracted, each stretch becomes a point; these must not decrease.
    struct Pool {
        float sum;
        std::size_t count;
        float mean() const { return sum / static_cast<float>(count); }
    };
    std::vector<Pool> pools;
    float before = 0;
    for (const Stretch& stretch : wanted) {
        pools.push_back({stretch.start - before, 1});
        before += stretch.length;
        while (pools.size() > 1 && pools.back().mean() < pools[pools.size() - 2].mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().count += last.count;
        }
    }
    const float highest = std::max(low, high - before);
    std::vector<float> starts;
    float reached = 0;
    for (const Pool& pool : pools)
        for (std::size_t i = 0; i < pool.count; ++i) {
            starts.push_back(std::clamp(pool.mean(), low, highest) + reached);
            reached += wanted[starts.size() - 1].length;
        }
    return starts;
}

namespace {

using namespace plot_sizes;

// The labels of marks: in rows above the frame, each as close above its mark as the others allow.

constexpr std::size_t most_rows = 3;

class MarkArranger {
public:
    MarkArranger(const Plot& plot, const PlotLayout& layout, const TextMeasure& measure)
        : plot_(plot), layout_(layout), measure_(measure), scale_(layout.scale) {
        for (std::size_t i = 0; i < plot.marks.size(); ++i)
            if (!plot.marks[i].label.empty() && std::isfinite(layout.x.share(plot.marks[i].x)))
                order_.push_back(i);
        std::ranges::stable_sort(order_, {}, [&](std::size_t i) { return plot.marks[i].x; });
        rows_ = fewest_rows();
    }

    float height() const { return row * scale_ * static_cast<float>(rows_); }

    std::vector<PlotName> arrange(float top) {
        labels_.resize(plot_.marks.size());
        for (std::size_t r = 0; r < rows_; ++r) {
            std::vector<std::size_t> here;
            for (std::size_t i = r; i < order_.size(); i += rows_)
                here.push_back(order_[i]);
            // Row 0 is next to the frame.
            arrange_row(here, top + row * scale_ * static_cast<float>(rows_ - 1 - r));
        }
        return std::move(labels_);
    }

private:
    float width(const std::string& text) const {
        return measure_.width(Font::sans_medium, title_text * scale_, text) + mark_gap * scale_;
    }

    /// The fewest rows that the labels need; with two or three rows, each takes every second or third label.
    std::size_t fewest_rows() const {
        const std::size_t most = std::min(most_rows, order_.size());
        for (std::size_t rows = 1; rows < most; ++rows) {
            std::vector<float> widths(rows);
            for (std::size_t i = 0; i < order_.size(); ++i)
                widths[i % rows] += width(plot_.marks[order_[i]].label);
            if (std::ranges::max(widths) <= layout_.area.width) return rows;
        }
        return most;
    }

    void arrange_row(const std::vector<std::size_t>& here, float top) {
        const Rect area = layout_.area;
        const float gap = mark_gap * scale_;
        float whole = 0;
        for (const std::size_t i : here)
            whole += width(plot_.marks[i].label);
        // Labels that do not fit together are all cut to the same share.
        const float share = (area.width + gap) / static_cast<float>(here.size()) - gap;
        std::vector<Stretch> wanted;
        for (const std::size_t i : here) {
            const PlotMark& mark = plot_.marks[i];
            labels_[i].text = whole <= area.width + gap ? mark.label
                                                        : elided(mark.label, share, Font::sans_medium,
                                                                 title_text * scale_, measure_);
            const float wide = width(labels_[i].text);
            wanted.push_back({layout_.place(mark.x, layout_.y.low).x - wide / 2, wide});
        }
        const auto starts = spread_apart(wanted, area.x - gap / 2, area.right() + gap / 2);
        for (std::size_t i = 0; i < here.size(); ++i)
            labels_[here[i]].box = {starts[i] + gap / 2, top, wanted[i].length - gap, row * scale_};
    }

    const Plot& plot_;
    const PlotLayout& layout_;
    const TextMeasure& measure_;
    float scale_;
    std::vector<std::size_t> order_; ///< marks with a label, from left to right
    std::size_t rows_ = 0;
    std::vector<PlotName> labels_;
};

/// The height of the rows in pixels; reads only layout.area, layout.x and layout.scale.
float height_of_marks(const Plot& plot, const PlotLayout& layout, const TextMeasure& measure) {
    return MarkArranger(plot, layout, measure).height();
}

/// One label per mark, in rows from `top` downwards; the frame and the axes must be known. No two overlap,
/// and none extends beyond the area.
std::vector<PlotName> arranged_marks(const Plot& plot, const PlotLayout& layout, float top,
                                     const TextMeasure& measure) {
    return MarkArranger(plot, layout, measure).arrange(top);
}

// The whole.

class PlotArranger {
public:
    PlotArranger(Rect area, const Plot& plot, const PlotOptions& options, const TextMeasure& measure)
        : plot_(plot), measure_(measure), scale_(options.scale) {
        layout_.area = area;
        layout_.scale = options.scale;
    }

    PlotLayout arrange() {
        find_ranges();
        const float wanted = widest_name() + name_gap * scale_;
        layout_.legend = plot_.names_above || wanted > 0.3F * layout_.area.width;
        arrange_frame(layout_.legend || plot_.series.empty() ? 0 : wanted);
        if (!layout_.legend && !layout_.empty() && !names_fit_beside()) {
            layout_.legend = true;
            arrange_frame(0);
        }
        if (layout_.empty()) return std::move(layout_);
        layout_.legend ? arrange_legend() : arrange_beside();
        layout_.marks = arranged_marks(plot_, layout_, mark_top_, measure_);
        return std::move(layout_);
    }

private:
    void find_ranges() {
        std::vector<double> xs, ys;
        for (const PlotSeries& series : plot_.series)
            for (const PlotPoint& p : series.points) {
                xs.push_back(p.x);
                ys.insert(ys.end(), {p.y, p.lower, p.upper});
            }
        for (const PlotMark& mark : plot_.marks)
            xs.push_back(mark.x);
        for (const PlotLevel& level : plot_.levels)
            ys.push_back(level.y);
        layout_.x = axis_range(plot_.x, xs, false);
        layout_.y = axis_range(plot_.y, ys, true);
    }

    float widest_name() const {
        float widest = 0;
        for (const PlotSeries& series : plot_.series)
            widest = std::max(widest, measure_.width(Font::sans_medium, name_text * scale_, series.name));
        return widest;
    }

    /// From the outside in: rows of text above and below, numbers on the left, names on the right.
    void arrange_frame(float right) {
        const Rect area = layout_.area;
        float top = area.y, bottom = area.bottom();
        const auto line = [&](bool wanted) {
            if (!wanted) return 0.0F;
            top += row * scale_;
            return top - row * scale_ / 2;
        };
        layout_.title_line = line(!plot_.y.title.empty());
        if (layout_.legend) top += row * scale_ * static_cast<float>(legend_rows());
        mark_top_ = top;
        top += height_of_marks(plot_, layout_, measure_);
        top += edge * scale_; // half a y-axis number, half a marker
        bottom -= row * scale_ * (plot_.x.title.empty() ? 1.0F : 2.0F);
        layout_.frame = {area.x, top, area.width, bottom - top};
        if (layout_.frame.height < 2 * row * scale_) return give_up();
        make_room_above_levels();
        layout_.y_ticks = axis_ticks(layout_.y, plot_.y.unit,
                                     {layout_.frame.height, true, tick_text * scale_, 44 * scale_}, measure_);
        float left = edge * scale_;
        for (const Tick& tick : layout_.y_ticks)
            left = std::max(left, measure_.width(Font::mono, tick_text * scale_, tick.text) + 8 * scale_);
        layout_.frame.x += left;
        layout_.frame.width -= left + std::max(right, last_number_room());
        if (layout_.frame.width < 3 * row * scale_) return give_up();
        layout_.x_ticks = axis_ticks(
            layout_.x, plot_.x.unit,
            {layout_.frame.width - 2 * edge * scale_, false, tick_text * scale_, 60 * scale_}, measure_);
        keep_inside(layout_.x_ticks);
    }

    /// Level labels are above their lines.
    void make_room_above_levels() {
        if (plot_.y.high) return;
        const double most = 1 - 1.2 * row * scale_ / layout_.frame.height;
        for (const PlotLevel& level : plot_.levels)
            if (const double share = layout_.y.share(level.y); !level.label.empty() && share > most)
                layout_.y.high = layout_.y.value(share / most);
    }

    /// The last x-axis number extends beyond the frame by half its width.
    float last_number_room() const { return 24 * scale_; }

    void keep_inside(std::vector<Tick>& ticks) const {
        std::erase_if(ticks, [&](const Tick& tick) {
            const float half = measure_.width(Font::mono, tick_text * scale_, tick.text) / 2;
            const float x = layout_.place(tick.value, layout_.y.low).x;
            return x - half < layout_.area.x || x + half > layout_.area.right();
        });
    }

    void give_up() {
        layout_.frame.width = layout_.frame.height = 0;
        layout_.x_ticks.clear();
        layout_.y_ticks.clear();
    }

    // Names beside the ends, as close to each end as the others allow.

    bool names_fit_beside() const {
        return static_cast<float>(plot_.series.size()) * name_pitch * scale_ <= layout_.frame.height;
    }

    float end_of(const PlotSeries& series) const {
        for (auto p = series.points.rbegin(); p != series.points.rend(); ++p)
            if (const Point at = layout_.place(p->x, p->y); is_seen(at))
                return std::clamp(at.y, layout_.frame.y, layout_.frame.bottom());
        return layout_.frame.bottom();
    }

    void arrange_beside() {
        const float pitch = name_pitch * scale_, x = layout_.frame.right() + name_gap * scale_;
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < plot_.series.size(); ++i)
            if (!plot_.series[i].name.empty()) order.push_back(i);
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return end_of(plot_.series[i]); });
        std::vector<Stretch> wanted;
        wanted.reserve(order.size());
        for (const std::size_t i : order)
            wanted.push_back({end_of(plot_.series[i]) - pitch / 2, pitch});
        const auto tops = spread_apart(wanted, layout_.frame.y, layout_.frame.bottom());
        layout_.names.resize(plot_.series.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            layout_.names[order[i]] = {{x, tops[i], layout_.area.right() - x, pitch},
                                       plot_.series[order[i]].name};
    }

    // Names above the frame, in rows like words of a text.

    std::string legend_text(const PlotSeries& series) const {
        return elided(series.name, layout_.area.width - (sample + 8) * scale_, Font::sans_medium,
                      name_text * scale_, measure_);
    }
    float legend_width(const std::string& text) const {
        return measure_.width(Font::sans_medium, name_text * scale_, text) + (sample + 8) * scale_;
    }

    int legend_rows() const {
        int rows = widest_name() > 0 ? 1 : 0;
        float x = 0;
        for (const PlotSeries& series : plot_.series) {
            if (series.name.empty()) continue;
            const float width = legend_width(legend_text(series));
            if (x > 0 && x + width > layout_.area.width) {
                ++rows;
                x = 0;
            }
            x += width + 14 * scale_;
        }
        return rows;
    }

    void arrange_legend() {
        const Rect area = layout_.area;
        float x = area.x, y = area.y + (layout_.title_line > 0 ? row * scale_ : 0);
        for (const PlotSeries& series : plot_.series) {
            if (series.name.empty()) {
                layout_.names.emplace_back();
                continue;
            }
            const std::string text = legend_text(series);
            const float width = legend_width(text);
            if (x > area.x && x + width > area.right()) {
                x = area.x;
                y += row * scale_;
            }
            layout_.names.push_back({{x, y, std::min(width, area.width), row * scale_}, text});
            x += width + 14 * scale_;
        }
    }

    const Plot& plot_;
    const TextMeasure& measure_;
    float scale_;
    float mark_top_ = 0; ///< top of the rows of marks
    PlotLayout layout_;
};

} // namespace

Point PlotLayout::place(double x_value, double y_value) const {
    const float left = plot_sizes::edge * scale, width = frame.width - 2 * left;
    return {frame.x + left + width * static_cast<float>(x.share(x_value)),
            frame.bottom() - frame.height * static_cast<float>(y.share(y_value))};
}

double PlotLayout::x_value(float at) const {
    const float left = plot_sizes::edge * scale;
    return x.value((at - frame.x - left) / (frame.width - 2 * left));
}

PlotLayout plot_layout(Rect area, const Plot& plot, const PlotOptions& options, const TextMeasure& measure) {
    return PlotArranger(area, plot, options, measure).arrange();
}

std::optional<PlotOptions::Hit> nearest(const Plot& plot, const PlotLayout& layout, Point mouse) {
    if (layout.empty()) return std::nullopt;
    std::optional<PlotOptions::Hit> hit;
    float least = plot_sizes::reach * layout.scale;
    const Rect seen = layout.frame.inset(-1);
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
        const SeriesKind kind = plot.series[s].kind;
        if (kind == SeriesKind::theory || kind == SeriesKind::computed) continue;
        for (std::size_t i = 0; i < plot.series[s].points.size(); ++i) {
            const PlotPoint& p = plot.series[s].points[i];
            const Point at = layout.place(p.x, p.y);
            if (!is_seen(at) || !seen.contains(at)) continue;
            const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
            if (distance < least) {
                least = distance;
                hit = {s, i};
            }
        }
    }
    return hit;
}

} // namespace drawing
