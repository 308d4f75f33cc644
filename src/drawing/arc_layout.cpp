#include "drawing/arc_layout.h"

#include "drawing/arc_sizes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace drawing {
namespace {

/// How much space words get: pixels at scale 1, and whether all boxes are as wide as the widest.
struct Setting {
    float text, padding, gap;
    bool equal;
    float least_width = 46; ///< has room for a number
};
constexpr Setting settings[] = {{15, 9, 9, true},  {14, 7, 6, true},     {15, 9, 9, false},
                                {14, 7, 6, false}, {12.5F, 5, 4, false}, {12.5F, 5, 3, false, 32}};
constexpr std::size_t usual_settings = std::size(settings) - 1; ///< the last is for tight rows
constexpr Setting in_window = {14, 8, 6, false};
constexpr float widest_word = 150;

class RowSetter {
public:
    RowSetter(Rect line, Words words, Index focus, const ArcOptions& options, const TextMeasure& measure)
        : line_(line), words_(words), focus_(focus), scale_(options.scale), tight_(options.tight),
          measure_(measure) {}

    WordRow set() const {
        for (const Setting& setting :
             std::span(settings).first(tight_ ? std::size(settings) : usual_settings)) {
            std::vector<float> widths = natural_widths(setting);
            if (widths.empty()) continue;
            const float widest = *std::ranges::max_element(widths);
            const auto count = static_cast<float>(widths.size());
            if (setting.equal && widest * count + setting.gap * scale_ * (count - 1) > line_.width) continue;
            if (setting.equal) widths.assign(widths.size(), widest);
            return row(0, widths, setting);
        }
        return window();
    }

private:
    float width_of(Index word, const Setting& setting) const {
        // Measured in bold, the widest form: a marked word turns bold and must not shift.
        const float text = measure_.width(Font::sans_bold, setting.text * scale_, words_[word]);
        return std::round(std::clamp(text + 2 * setting.padding * scale_, setting.least_width * scale_,
                                     widest_word * scale_));
    }

    /// Empty when the words do not fit on the line.
    std::vector<float> natural_widths(const Setting& setting) const {
        std::vector<float> widths;
        float sum = -setting.gap * scale_;
        for (Index word = 0; word < words_.count(); ++word) {
            widths.push_back(width_of(word, setting));
            sum += widths.back() + setting.gap * scale_;
            if (sum > line_.width) return {};
        }
        return widths;
    }

    /// As many words around the focus as fit between the notes about the words not shown.
    WordRow window() const {
        const float gap = in_window.gap * scale_, room = line_.width - 2 * arc_sizes::edge * scale_;
        Index first = focus_, last = focus_;
        std::vector<float> before, after{width_of(focus_, in_window)};
        float sum = after.front();
        for (bool grown = true; grown;) {
            grown = false;
            const auto add = [&](Index word, std::vector<float>& side) {
                const float width = width_of(word, in_window);
                if (sum + gap + width > room) return false;
                sum += gap + width;
                side.push_back(width);
                return grown = true;
            };
            if (first > 0 && add(first - 1, before)) --first;
            if (last + 1 < words_.count() && add(last + 1, after)) ++last;
        }
        std::vector<float> widths(before.rbegin(), before.rend());
        widths.insert(widths.end(), after.begin(), after.end());
        return row(first, widths, in_window);
    }

    WordRow row(Index first, const std::vector<float>& widths, const Setting& setting) const {
        WordRow row{first, words_.count(), {}, setting.text * scale_};
        const float gap = setting.gap * scale_;
        float sum = -gap;
        for (const float width : widths)
            sum += width + gap;
        float x = std::round(line_.x + (line_.width - sum) / 2);
        for (const float width : widths) {
            row.boxes.push_back({x, line_.y, width, line_.height});
            x += width + gap;
        }
        return row;
    }

    Rect line_;
    Words words_;
    Index focus_;
    float scale_;
    bool tight_;
    const TextMeasure& measure_;
};

WordRow set_row(Rect line, Words words, Index focus, const ArcOptions& options, const TextMeasure& measure) {
    if (words.count() == 0) return {};
    return RowSetter(line, words, std::clamp<Index>(focus, 0, words.count() - 1), options, measure).set();
}

} // namespace

std::optional<Rect> WordRow::box(Index word) const {
    if (word < first || word >= first + count()) return {};
    return boxes[static_cast<std::size_t>(word - first)];
}

std::optional<Index> WordRow::word_at(Point point) const {
    for (Index i = 0; i < count(); ++i)
        if (boxes[static_cast<std::size_t>(i)].contains(point)) return first + i;
    return {};
}

std::optional<Index> ArcLayout::strip_key_at(Point point) const {
    if (!strip.contains(point)) return {};
    const float share = (point.x - strip.x) / strip.width;
    return std::min(static_cast<Index>(share * static_cast<float>(keys.total)), keys.total - 1);
}

ArcLayout arc_layout(Rect area, Words keys, Words queries, const ArcOptions& options,
                     const TextMeasure& measure) {
    using namespace arc_sizes;
    const float scale = options.scale;
    ArcLayout layout{area, queries.count() > 0, {}, {}, {}, scale};
    const Rect line{area.x, 0, area.width, std::round(box * scale)};
    const auto moved_to = [](WordRow& row, float y) {
        for (Rect& rect : row.boxes)
            rect.y = std::round(y);
    };
    // Self-attention: from the bottom up, arcs taking the space left above. Cross-attention: from both ends.
    if (layout.cross) {
        const Index alike = options.query * keys.count() / std::max<Index>(queries.count(), 1);
        layout.keys = set_row(line, keys, options.key.value_or(alike), options, measure);
        layout.queries = set_row(line, queries, options.query, options, measure);
        float y = area.y;
        if (!layout.keys.shows_all()) {
            layout.strip = {area.x, y, area.width, strip * scale};
            y += (strip + strip_gap) * scale;
        }
        moved_to(layout.keys, y + weight_line * scale);
        moved_to(layout.queries, area.bottom() - line.height);
    } else {
        layout.keys = set_row(line, keys, options.query, options, measure);
        float y = area.bottom();
        if (!layout.keys.shows_all()) {
            layout.strip = {area.x, y - strip * scale, area.width, strip * scale};
            y -= (strip + strip_gap) * scale;
        }
        moved_to(layout.keys, y - weight_line * scale - line.height);
        layout.queries = layout.keys;
    }
    return layout;
}

float arc_height(bool cross, bool high_arcs, float scale) {
    using namespace arc_sizes;
    const float words = weight_line + (cross ? 2 : 1) * box;
    return scale * (words + (high_arcs ? (cross ? 60 : 70) : (cross ? 40 : 30)));
}

} // namespace drawing
