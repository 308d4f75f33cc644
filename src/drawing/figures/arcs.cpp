#include "drawing/figures/arcs.h"

#include "drawing/shapes/figure.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace drawing {

namespace {

// The rows of words.

/// How much space words get: pixels at scale 1, and whether all boxes are as wide as the widest.
struct LineSetting {
    float text, padding, gap;
    bool equal;
    float least_width = 46; ///< has room for a number
};
constexpr LineSetting line_settings[] = {{15, 9, 9, true},  {14, 7, 6, true},     {15, 9, 9, false},
                                         {14, 7, 6, false}, {12.5F, 5, 4, false}, {12.5F, 5, 3, false, 32}};
constexpr std::size_t usual_settings = std::size(line_settings) - 1; ///< the last is for tight rows
constexpr LineSetting in_window = {14, 8, 6, false};
constexpr float widest_word = 150;

class RowSetter {
public:
    RowSetter(Rect line, Words words, Index focus, const ArcOptions& options, const TextMeasure& measure)
        : line_(line), words_(words), focus_(focus), scale_(options.scale), tight_(options.tight),
          measure_(measure) {}

    WordRow set() const {
        for (const LineSetting& setting :
             std::span(line_settings).first(tight_ ? std::size(line_settings) : usual_settings)) {
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
    float width_of(Index word, const LineSetting& setting) const {
        // Measured in bold, the widest form: a marked word turns bold and must not shift.
        const float text = measure_.width(Font::sans_bold, setting.text * scale_, words_[word]);
        return std::round(std::clamp(text + 2 * setting.padding * scale_, setting.least_width * scale_,
                                     widest_word * scale_));
    }

    /// Empty when the words do not fit on the line.
    std::vector<float> natural_widths(const LineSetting& setting) const {
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

    WordRow row(Index first, const std::vector<float>& widths, const LineSetting& setting) const {
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

namespace {

// The painting.

using namespace arc_sizes;

constexpr float arc_number_size = 12;

/// An arc to a word, or to the note that sums up the words not shown on one side.
struct Link {
    Point to;
    float weight;
    bool is_rest = false;

    /// From the first painted to the last: strong arcs lie over weak ones, those to words over the rest.
    bool operator<(const Link& other) const {
        return std::pair(!is_rest, weight) < std::pair(!other.is_rest, other.weight);
    }
};

class ArcPainter {
public:
    ArcPainter(const ArcLayout& layout, Words keys, Words queries,
               const std::shared_ptr<const base::Matrix>& weights, const ArcOptions& options,
               const Palette& palette, const TextMeasure& measure)
        : layout_(layout), keys_(keys), queries_(queries), weights_(weights), options_(options),
          palette_(palette), measure_(measure), scale_(layout.scale) {
        if (!weights_) return;
        assert(options.query >= 0 && options.query < weights->rows() && keys.count() == weights->cols());
        largest_ = weights_->row(options.query).maxCoeff();
        decimals_ = largest_ >= 0.1F || !options.shares ? 2 : 3;
    }

    Figure paint() {
        if (weights_) paint_links();
        for (Index i = 0; i < layout_.keys.count(); ++i)
            paint_key(layout_.keys.first + i);
        if (layout_.cross)
            for (Index i = 0; i < layout_.queries.count(); ++i) {
                const Index word = layout_.queries.first + i;
                paint_word(layout_.queries, queries_, word, word == options_.query, false);
            }
        if (weights_ && options_.written) name_numbers();
        if (weights_) paint_rest();
        paint_strip();
        return std::move(figure_);
    }

private:
    float number(Index key) const { return (*weights_)(options_.query, key); }
    /// Arc strength, 0 to 1. Where the numbers are scores, the largest is drawn as strong as a weight of 0.6.
    float weight(Index key) const {
        if (options_.shares) return number(key);
        return largest_ > 0 ? 0.6F * std::max(number(key), 0.0F) / largest_ : 0;
    }
    /// How many words on one side are not shown, and the sum of their weights.
    Index rest_count(bool left) const { return left ? layout_.keys.first : layout_.keys.total - after(); }
    float rest_share(bool left) const {
        return weights_->row(options_.query).segment(left ? 0 : after(), rest_count(left)).sum();
    }
    Index after() const { return layout_.keys.first + layout_.keys.count(); }
    bool has_rest(bool left) const {
        return layout_.keys.count() > 0 && (left ? layout_.keys.first > 0 : after() < layout_.keys.total);
    }
    /// The centre of the note about the words not shown.
    Point rest_at(bool left) const {
        const Rect box = left ? layout_.keys.boxes.front() : layout_.keys.boxes.back();
        return {left ? box.x - edge / 2 * scale_ : box.right() + edge / 2 * scale_, box.centre().y};
    }

    void paint_links() {
        const auto query = layout_.queries.box(options_.query);
        if (!query) return;
        std::vector<Link> links;
        const auto link_height = [&](Rect box) { return layout_.cross ? box.bottom() : box.y; };
        for (Index key = layout_.keys.first; key < after(); ++key) {
            const Rect box = *layout_.keys.box(key);
            links.push_back({{box.centre().x, link_height(box)}, weight(key)});
        }
        for (const bool left : {true, false})
            if (has_rest(left) && options_.shares)
                links.push_back(
                    {{rest_at(left).x, link_height(layout_.keys.boxes.front())}, rest_share(left), true});
        std::ranges::sort(links, std::less<>());
        float farthest = 1;
        const Point from{query->centre().x, query->y};
        for (const Link& link : links)
            farthest = std::max(farthest, std::abs(link.to.x - from.x));
        for (const Link& link : links)
            if (link.weight > 0)
                paint_link(link, layout_.cross ? curve(from, link) : arc(from, link, farthest));
    }

    /// Thin and dashed for the rest: many words share its weight, none of them is read strongly.
    void paint_link(const Link& link, Curve line) {
        if (!link.is_rest) return figure_.push_back(line);
        line.thickness = 1.5F * scale_;
        line.colour = palette_[Role::weight].faded(0.5F);
        for (const Curve& dash : dashed(line, 9 * scale_, 7 * scale_))
            figure_.push_back(dash);
    }

    float thickness(float weight) const { return (1 + 10 * std::min(weight, 1.0F)) * scale_; }
    Rgba colour(float weight) const {
        return palette_[Role::weight].faded(std::clamp(0.14F + 1.1F * weight, 0.0F, 0.9F));
    }

    /// Half an ellipse, higher for more distant words; from a word to itself a small loop, never so thick
    /// that it closes. A cubic curve with both controls at height H peaks at ¾·H.
    Curve arc(Point from, const Link& link, float farthest) const {
        const float room = std::max(0.0F, from.y - layout_.area.y - thickness(1) / 2);
        const float distance = std::abs(link.to.x - from.x);
        float half_loop = 0, peak = room * (0.2F + 0.8F * distance / farthest),
              thick = thickness(link.weight);
        if (distance < 1) {
            half_loop = 8 * scale_;
            peak = std::min(room, 19 * scale_);
            thick = std::min(thick, 0.3F * peak);
        }
        const float height = peak / 0.75F;
        const Point start{from.x - half_loop, from.y}, end{link.to.x + half_loop, from.y};
        return {start,
                {start.x - half_loop, start.y - height},
                {end.x + half_loop, end.y - height},
                end,
                colour(link.weight),
                thick};
    }

    Curve curve(Point from, const Link& link) const {
        const float middle = (from.y + link.to.y) / 2;
        return {from,    {from.x, middle},    {link.to.x, middle},
                link.to, colour(link.weight), thickness(link.weight)};
    }

    /// The vertical centre of the numbers of the keys: below their boxes, or above those of a source.
    float number_line(Rect box) const {
        return layout_.cross ? box.y - weight_line / 2 * scale_ : box.bottom() + weight_line / 2 * scale_;
    }

    /// Names the numbers, left of the first one.
    void name_numbers() {
        if (options_.numbers.empty() || layout_.keys.count() == 0 || has_rest(true)) return;
        const Rect box = layout_.keys.boxes.front();
        const float size = arc_number_size * scale_, right = box.x - 10 * scale_;
        if (right - measure_.width(Font::sans, size, options_.numbers) < layout_.area.x) return;
        figure_.push_back(Label{{right, number_line(box)},
                                Align::right,
                                Font::sans,
                                size,
                                palette_[Role::quiet],
                                options_.numbers});
    }

    void paint_key(Index key) {
        const bool asks = !layout_.cross && key == options_.query, marked = key == options_.key;
        paint_word(layout_.keys, keys_, key, asks, marked);
        if (!options_.written) return;
        const Rect box = *layout_.keys.box(key);
        const Point at{box.centre().x, number_line(box)};
        const float size = arc_number_size * scale_;
        std::string text = weights_ ? number_text(number(key), decimals_) : "";
        if (asks) {
            const std::string named = text.empty() ? "query" : "query " + text;
            if (measure_.width(Font::mono, size, named) <= box.width + 4 * scale_) text = named;
        }
        const Role role = asks ? Role::query : (marked ? Role::key : Role::quiet);
        if (!text.empty())
            figure_.push_back(
                Label{at, Align::centre, marked ? Font::mono_bold : Font::mono, size, palette_[role], text});
    }

    void paint_word(const WordRow& row, Words words, Index word, bool asks, bool marked) {
        const Rect box = *row.box(word);
        const float radius = 7 * scale_;
        const Rgba fill = palette_[asks ? Role::query_fill : Role::card];
        figure_.push_back(Fill{box, fill, radius});
        if (marked)
            figure_.push_back(Stroke{box, palette_[Role::key_line], 2 * scale_, radius});
        else if (!asks)
            figure_.push_back(Stroke{box, palette_[Role::hairline], scale_, radius});
        const Rgba ink = asks ? readable_on(fill) : palette_[Role::text];
        const Font font = asks || marked ? Font::sans_bold : Font::sans_medium;
        const std::string text = elided(words[word], box.width - 9 * scale_, font, row.text_size, measure_);
        figure_.push_back(Label{box.centre(), Align::centre, font, row.text_size, ink, text});
        if (words.is_unknown(word))
            dotted_line(box.centre(), measure_.width(font, row.text_size, text), row.text_size,
                        asks ? ink : palette_[Role::warning]);
    }

    void dotted_line(Point middle, float width, float text_size, Rgba colour) {
        const float y = std::round(middle.y + 0.62F * text_size), step = 5 * scale_, dash = 3 * scale_;
        for (float x = middle.x - width / 2; x + dash <= middle.x + width / 2; x += step)
            figure_.push_back(Line{{x, y}, {x + dash, y}, colour, 1.5F * scale_});
    }

    /// How many words on each side are not shown, and how much attention they get together.
    void paint_rest() {
        for (const bool left : {true, false}) {
            if (!has_rest(left) || !options_.shares) continue;
            const Point at = rest_at(left);
            const Index count = rest_count(left);
            const std::string words = options_.more ? options_.more(count) : std::to_string(count) + " more";
            const std::string number = number_text(rest_share(left), 2);
            rest_line({at.x, at.y - 7.5F * scale_}, Font::sans, words);
            rest_line({at.x, at.y + 7.5F * scale_}, Font::mono,
                      left ? "\u2190 " + number : number + " \u2192");
        }
    }

    void rest_line(Point at, Font font, const std::string& text) {
        const float size = arc_number_size * scale_, width = measure_.width(font, size, text);
        const float fitting = std::min(1.0F, (edge - 4) * scale_ / width);
        figure_.push_back(Label{at, Align::centre, font, fitting * size, palette_[Role::quiet], text});
    }

    /// Every key as a coloured line, with a frame around the keys in view and pointers at the query (below)
    /// and the key (above).
    void paint_strip() {
        const Rect strip = layout_.strip;
        if (strip.height <= 0) return;
        const Rect line = {strip.x, strip.y + 3 * scale_, strip.width, strip.height - 6 * scale_};
        if (weights_)
            figure_.push_back(
                Heat{line,
                     weights_,
                     {0, static_cast<float>(options_.query), static_cast<float>(keys_.count()), 1},
                     {0, std::max(largest_, 1e-6F)},
                     ColourMap::weights});
        else
            figure_.push_back(Fill{line, palette_[Role::card]});
        figure_.push_back(Stroke{line, palette_[Role::hairline], scale_});
        const float cell = strip.width / static_cast<float>(layout_.keys.total);
        const float from = strip.x + cell * static_cast<float>(layout_.keys.first);
        const float wide = std::max(cell * static_cast<float>(layout_.keys.count()), 6 * scale_);
        const float x = std::min(from, strip.right() - wide);
        figure_.push_back(Stroke{{x, line.y - scale_, wide, line.height + 2 * scale_},
                                 palette_[Role::text],
                                 1.5F * scale_,
                                 2 * scale_});
        const auto middle = [&](Index key) { return strip.x + cell * (static_cast<float>(key) + 0.5F); };
        if (!layout_.cross) pointer(middle(options_.query), strip.bottom(), -1, palette_[Role::query]);
        if (options_.key) pointer(middle(*options_.key), strip.y, 1, palette_[Role::key_line]);
    }

    /// A small triangle with its base at y, pointing down (direction 1) or up (−1).
    void pointer(float x, float y, float direction, Rgba colour) {
        const float half = 4 * scale_,
                    at = std::clamp(x, layout_.strip.x + half, layout_.strip.right() - half);
        figure_.push_back(Triangle{{at - half, y}, {at + half, y}, {at, y + direction * 6 * scale_}, colour});
    }

    const ArcLayout& layout_;
    Words keys_, queries_;
    const std::shared_ptr<const base::Matrix>& weights_;
    const ArcOptions& options_;
    const Palette& palette_;
    const TextMeasure& measure_;
    float scale_;
    int decimals_ = 2;
    float largest_ = 0; ///< the largest number of the row
    Figure figure_;
};

} // namespace

Figure arc_figure(const ArcLayout& layout, Words keys, Words queries,
                  const std::shared_ptr<const base::Matrix>& weights, const ArcOptions& options,
                  const Palette& palette, const TextMeasure& measure) {
    return ArcPainter(layout, keys, queries, weights, options, palette, measure).paint();
}

} // namespace drawing
