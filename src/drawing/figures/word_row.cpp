#include "drawing/figures/word_row.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace drawing {

namespace {

/// How much space words get: shares of the usual size, and whether all boxes are as wide as the widest.
struct LineSetting {
    float text, padding, gap; ///< pixels of the usual size, where words are set at 15
    bool equal;
    float least_width = 46; ///< has room for a number
};
constexpr LineSetting line_settings[] = {{15, 9, 9, true},  {14, 7, 6, true},     {15, 9, 9, false},
                                         {14, 7, 6, false}, {12.5F, 5, 4, false}, {12.5F, 5, 3, false, 32}};
constexpr std::size_t usual_settings = std::size(line_settings) - 1; ///< the last is for tight rows
constexpr LineSetting in_window = {14, 8, 6, false};
constexpr float widest_word = 150;
constexpr float beside_word = 10;     ///< at least, on either side, where boxes fill the line
constexpr float least_in_filled = 12; ///< of the words there; smaller ones are set as in other rows

class RowSetter {
public:
    RowSetter(Rect line, Words words, Index focus, const WordRowOptions& options, const TextMeasure& measure)
        : line_(line), words_(words), focus_(focus), sizes_(options.sizes), scale_(options.scale),
          enlarged_(scale_ * sizes_.text / line_settings[0].text), tight_(options.tight), measure_(measure) {}

    WordRow set() const {
        if (sizes_.fills)
            if (auto filled = filled_row()) return *filled;
        for (const LineSetting& setting :
             std::span(line_settings).first(tight_ ? std::size(line_settings) : usual_settings)) {
            std::vector<float> widths = natural_widths(setting);
            if (widths.empty()) continue;
            const float widest = *std::ranges::max_element(widths);
            const auto count = static_cast<float>(widths.size());
            if (setting.equal && widest * count + gap_of(setting) * gaps() > line_.width) continue;
            if (setting.equal) widths.assign(widths.size(), widest);
            return row(0, widths, gap_of(setting), setting.text * enlarged_);
        }
        return window();
    }

private:
    float gap_of(const LineSetting& setting) const {
        return setting.gap * scale_ * sizes_.gap / line_settings[0].gap;
    }
    /// Before this word: none if it goes on with the one before.
    float gap_before(Index word, float gap) const { return words_.is_joined(word) ? 0 : gap; }
    /// Between all of them.
    float gaps() const {
        float count = 0;
        for (Index word = 1; word < words_.count(); ++word)
            count += gap_before(word, 1);
        return count;
    }
    /// Measured in bold, the widest form: a marked word turns bold and must not shift.
    float text_width(Index word, float size) const {
        return measure_.width(Font::sans_bold, size, words_[word]);
    }
    float width_of(Index word, const LineSetting& setting) const {
        const float text = text_width(word, setting.text * enlarged_);
        return std::round(std::clamp(text + 2 * setting.padding * enlarged_, setting.least_width * scale_,
                                     widest_word * enlarged_));
    }

    /// Boxes from one end of the line to the other; words too wide for them shrink together.
    std::optional<WordRow> filled_row() const {
        const auto count = static_cast<float>(words_.count());
        const float gap = sizes_.gap * scale_, most = widest_word * enlarged_;
        const float width = std::min(std::floor((line_.width - gap * gaps()) / count), most);
        float widest = 1;
        for (Index word = 0; word < words_.count(); ++word)
            widest = std::max(widest, text_width(word, sizes_.text * scale_));
        const float shrunk = std::min(1.0F, (width - 2 * beside_word * scale_) / widest);
        if (shrunk * sizes_.text < least_in_filled) return {};
        const float left_over = width < most ? line_.width - width * count - gap * gaps() : 0;
        return row(0, std::vector<float>(words_.texts.size(), width),
                   gap + left_over / std::max(gaps(), 1.0F), shrunk * sizes_.text * scale_);
    }

    /// Empty when the words do not fit on the line.
    std::vector<float> natural_widths(const LineSetting& setting) const {
        std::vector<float> widths;
        float sum = 0;
        for (Index word = 0; word < words_.count(); ++word) {
            widths.push_back(width_of(word, setting));
            sum += widths.back() + (word > 0 ? gap_before(word, gap_of(setting)) : 0);
            if (sum > line_.width) return {};
        }
        return widths;
    }

    /// As many words around the focus as fit between the notes about the words not shown.
    WordRow window() const {
        const float gap = gap_of(in_window), room = line_.width - 2 * rest_width * scale_;
        Index first = focus_, last = focus_;
        std::vector<float> before, after{width_of(focus_, in_window)};
        float sum = after.front();
        for (bool grown = true; grown;) {
            grown = false;
            const auto add = [&](Index word, std::vector<float>& side) {
                const float width = width_of(word, in_window);
                const float between = gap_before(std::max(word, first), gap); // the right one of the two
                if (sum + between + width > room) return false;
                sum += between + width;
                side.push_back(width);
                return grown = true;
            };
            if (first > 0 && add(first - 1, before)) --first;
            if (last + 1 < words_.count() && add(last + 1, after)) ++last;
        }
        std::vector<float> widths(before.rbegin(), before.rend());
        widths.insert(widths.end(), after.begin(), after.end());
        return row(first, widths, gap, in_window.text * enlarged_);
    }

    WordRow row(Index first, const std::vector<float>& widths, float gap, float text_size) const {
        WordRow row{first, words_.count(), {}, text_size};
        const auto before = [&](std::size_t i) {
            return i > 0 ? gap_before(first + static_cast<Index>(i), gap) : 0;
        };
        float sum = 0;
        for (std::size_t i = 0; i < widths.size(); ++i)
            sum += before(i) + widths[i];
        float x = line_.x + (line_.width - sum) / 2;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            x += before(i);
            row.boxes.push_back({std::round(x), line_.y, widths[i], line_.height});
            x += widths[i];
        }
        return row;
    }

    Rect line_;
    Words words_;
    Index focus_;
    WordSizes sizes_;
    float scale_, enlarged_; ///< the latter: of the usual sizes
    bool tight_;
    const TextMeasure& measure_;
};

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

WordRow set_row(Rect line, Words words, Index focus, const WordRowOptions& options,
                const TextMeasure& measure) {
    if (words.count() == 0) return {};
    return RowSetter(line, words, std::clamp<Index>(focus, 0, words.count() - 1), options, measure).set();
}

float word_radius(float height, float scale) {
    return (height < 40 * scale ? 8 : 10) * scale;
}

Figure word_figure(const Rect& box, const Words& words, Index word, WordPart part, float text_size,
                   float scale, const Palette& palette, const TextMeasure& measure) {
    Figure figure;
    const bool asks = part == WordPart::asks, is_read = part == WordPart::is_read;
    const bool unknown = words.is_unknown(word), put_in = words.is_put_in(word) && !unknown;
    const float radius = word_radius(box.height, scale);
    const Corners corners = words.corners(word);
    const Rgba fill = palette[asks ? Role::query_fill : Role::card];
    const Rgba ink = asks ? readable_on(fill) : palette[unknown || put_in ? Role::quiet : Role::text];
    if (asks || !unknown) figure.push_back(Fill{box, fill, radius, corners});
    if (is_read) {
        figure.push_back(
            Stroke{box, palette[Role::key_line], (box.height < 40 * scale ? 2 : 3) * scale, radius, corners});
    } else if (!asks && !unknown && !put_in) {
        const float seam =
            words.is_joined(word) ? scale : 0; // its left edge is the right one of its neighbour
        const Rect edge{box.x - seam, box.y, box.width + seam, box.height};
        figure.push_back(Stroke{edge, palette[Role::hairline], scale, radius, corners});
    }
    if (unknown && !is_read) add_dashed_edge(figure, box, radius, asks ? ink : palette[Role::masked], scale);
    if (put_in && !is_read && !asks) add_dashed_edge(figure, box, radius, palette[Role::edge], scale);
    const Font font = asks || is_read ? Font::sans_bold : Font::sans_medium;
    figure.push_back(Label{box.centre(), Align::centre, font, text_size, ink,
                           elided(words[word], box.width - 6 * scale, font, text_size, measure)});
    return figure;
}

Figure word_figure(const Rect& box, const std::string& word, WordPart part, bool unknown, float text_size,
                   float scale, const Palette& palette, const TextMeasure& measure) {
    const std::vector<bool> is_unknown{unknown};
    return word_figure(box, Words{std::span(&word, 1), &is_unknown}, 0, part, text_size, scale, palette,
                       measure);
}

} // namespace drawing
