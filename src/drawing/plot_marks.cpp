#include "drawing/plot_marks.h"

#include "drawing/fitted_text.h"
#include "drawing/plot_sizes.h"
#include "drawing/spread_apart.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

using namespace plot_sizes;

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
            // Row 0 is the one next to the frame.
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
        // When they are too long together, each is cut to the same share.
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

} // namespace

float height_of_marks(const Plot& plot, const PlotLayout& layout, const TextMeasure& measure) {
    return MarkArranger(plot, layout, measure).height();
}

std::vector<PlotName> arranged_marks(const Plot& plot, const PlotLayout& layout, float top,
                                     const TextMeasure& measure) {
    return MarkArranger(plot, layout, measure).arrange(top);
}

} // namespace drawing
