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

// The arcs themselves.

Rgba arc_colour(float weight, const Palette& palette, Role beneath) {
    const float share = weight < 0.03F  ? 0.16F
                        : weight < 0.1F ? 0.3F
                                        : 0.3F + 0.62F * std::pow(std::min(weight, 1.0F), 0.6F);
    return mix(palette[beneath], palette[Role::weight], share);
}

namespace {

constexpr float between_feet = 1.5F; ///< pixels at a thickness of 20 for the whole
constexpr float usual_whole = 20;

/// The loop of a word to itself in a box of usual width, pixels; smaller in a narrower one.
constexpr float loop_box = 125, loop_from_right = 24, loop_half = 9, loop_wide = 26, loop_high = 46;

bool is_loop(const ArcGround& ground, const ArcEnd& end) {
    return std::abs(end.x - ground.query.centre().x) < 1;
}

float thickness(const ArcGround& ground, float weight) {
    return std::max(ground.least, std::min(weight, 1.0F) * ground.whole);
}

/// Where the arcs stand on the word that reads: one x for each end, the middle of its foot. Those from the
/// left stand left of the middle, those from the right on its right. Where a side has no room for all its
/// feet, they move together.
std::vector<float> feet(const ArcGround& ground, std::span<const ArcEnd> ends) {
    const float middle = ground.query.centre().x, room = 0.46F * ground.query.width;
    const float gap = between_feet * ground.whole / usual_whole;
    std::vector<float> at(ends.size(), middle);
    for (const float side : {-1.0F, 1.0F}) {
        std::vector<std::size_t> outermost_first;
        for (std::size_t i = 0; i < ends.size(); ++i)
            if (!is_loop(ground, ends[i]) && (ends[i].x - middle) * side > 0) outermost_first.push_back(i);
        std::ranges::sort(outermost_first, [&](std::size_t a, std::size_t b) {
            return std::abs(ends[a].x - middle) > std::abs(ends[b].x - middle);
        });
        float taken = gap / 2;
        for (const std::size_t i : outermost_first) {
            const float thick = thickness(ground, ends[i].weight);
            at[i] = taken + thick / 2;
            taken += thick + gap;
        }
        const float together = std::min(1.0F, room / taken);
        for (const std::size_t i : outermost_first)
            at[i] = middle + side * together * at[i];
    }
    return at;
}

Curve loop(const ArcGround& ground, Rgba colour, float thick) {
    const float size =
        std::min({ground.query.width / loop_box, ground.whole / usual_whole, ground.height / loop_high});
    const float inwards = loop_from_right * size, y = ground.query.y;
    const float x = ground.loop_left ? ground.query.x + inwards : ground.query.right() - inwards;
    const float half = loop_half * size, wide = loop_wide * size, high = loop_high * size;
    return {{x - half, y}, {x - wide, y - high},        {x + wide, y - high}, {x + half, y},
            colour,        std::min(thick, 0.9F * half)};
}

} // namespace

std::vector<Curve> arcs_over(const ArcGround& ground, std::span<const ArcEnd> ends, const Palette& palette) {
    const std::vector<float> foot = feet(ground, ends);
    const float y = ground.query.y;
    std::vector<Curve> arcs;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const auto [x, weight] = ends[i];
        const Rgba colour = arc_colour(weight, palette, ground.colour_beneath);
        const float thick = thickness(ground, weight);
        if (is_loop(ground, ends[i])) {
            arcs.push_back(loop(ground, colour, thick));
            continue;
        }
        // A cubic curve with both handles at height H peaks at ¾·H.
        const float distance = std::abs(x - ground.query.centre().x) / std::max(ground.farthest, 1.0F);
        const float handle = y - ground.height * (0.22F + 0.78F * std::pow(distance, 0.8F)) / 0.75F;
        arcs.push_back({{x, y}, {x, handle}, {foot[i], handle}, {foot[i], y}, colour, thick});
    }
    return arcs;
}

// Words with their arcs.

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
    const WordRowOptions setting{options.sizes, scale, options.tight};
    const float high = std::round(options.sizes.box * scale), weights = options.sizes.number_line * scale;
    // As much of the width as `count` boxes of the longer row have.
    const auto line_of = [&](Index count) {
        const auto most = static_cast<float>(std::max({keys.count(), queries.count(), Index{1}}));
        const float gap = options.sizes.gap * scale;
        const float wide =
            options.sizes.fills ? (area.width + gap) * static_cast<float>(count) / most - gap : area.width;
        return Rect{area.x + (area.width - wide) / 2, 0, wide, high};
    };
    const auto moved_to = [](WordRow& row, float y) {
        for (Rect& rect : row.boxes)
            rect.y = std::round(y);
    };
    // Self-attention: from the bottom up, arcs taking the space left above. Cross-attention: from both ends.
    if (layout.cross) {
        const Index alike = options.query * keys.count() / std::max<Index>(queries.count(), 1);
        layout.keys = set_row(line_of(keys.count()), keys, options.key.value_or(alike), setting, measure);
        layout.queries = set_row(line_of(queries.count()), queries, options.query, setting, measure);
        float y = area.y;
        if (!layout.keys.shows_all()) {
            layout.strip = {area.x, y, area.width, strip * scale};
            y += (strip + strip_gap) * scale;
        }
        moved_to(layout.keys, y + weights);
        moved_to(layout.queries, area.bottom() - high);
    } else {
        layout.keys = set_row(line_of(keys.count()), keys, options.query, setting, measure);
        float y = area.bottom();
        if (!layout.keys.shows_all()) {
            layout.strip = {area.x, y - strip * scale, area.width, strip * scale};
            y -= (strip + strip_gap) * scale;
        }
        moved_to(layout.keys, y - weights - high);
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

/// An arc to a word, or to the note that sums up the words not shown on one side.
struct Link {
    Point at; ///< where it leaves the word that is read
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
        for (const bool marked : {false, true}) // its frame lies above the boxes that are joined to it
            for (Index key = layout_.keys.first; key < after(); ++key)
                if ((key == options_.key) == marked) paint_key(key);
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
        return {left ? box.x - rest_width / 2 * scale_ : box.right() + rest_width / 2 * scale_,
                box.centre().y};
    }

    void paint_links() {
        const auto query = layout_.queries.box(options_.query);
        if (!query || layout_.keys.boxes.empty()) return;
        if (layout_.cross && options_.others && options_.shares) paint_others();
        std::vector<Link> links;
        const auto link_height = [&](Rect box) {
            return layout_.cross && !keys_below(*query) ? box.bottom() : box.y;
        };
        for (Index key = layout_.keys.first; key < after(); ++key) {
            const Rect box = *layout_.keys.box(key);
            links.push_back({{box.centre().x, link_height(box)}, weight(key)});
        }
        for (const bool left : {true, false})
            if (has_rest(left) && options_.shares)
                links.push_back(
                    {{rest_at(left).x, link_height(layout_.keys.boxes.front())}, rest_share(left), true});
        std::ranges::sort(links, std::less<>());
        std::erase_if(links, [&](const Link& link) {
            const bool itself = !layout_.cross && std::abs(link.at.x - query->centre().x) < 1;
            return link.weight <= 0 || (itself && link.weight < least_loop);
        });
        const std::vector<Curve> lines = layout_.cross ? curves(links, *query) : arcs(links, *query);
        for (std::size_t i = 0; i < links.size(); ++i)
            paint_link(links[i], lines[i]);
    }

    /// Of the other words of the row below: from the middle of a box to the middle of another.
    void paint_others() {
        constexpr float least = 0.1F, share = 0.12F;
        const float whole = options_.whole * scale_;
        for (Index other = layout_.queries.first; other < layout_.queries.first + layout_.queries.count();
             ++other) {
            if (other == options_.query) continue;
            const Rect to = *layout_.queries.box(other);
            for (Index key = layout_.keys.first; key < after(); ++key) {
                const float weight = (*weights_)(other, key);
                if (weight < least) continue;
                const Rect from = *layout_.keys.box(key);
                const Point a{from.centre().x, from.bottom()}, b{to.centre().x, to.y};
                const float middle = (a.y + b.y) / 2;
                figure_.push_back(Curve{a,
                                        {a.x, middle},
                                        {b.x, middle},
                                        b,
                                        mix(palette_[options_.beneath], palette_[Role::weight], share),
                                        weight * whole});
            }
        }
    }

    /// Thin and dashed for the rest: many words share its weight, none of them is read strongly.
    void paint_link(const Link& link, Curve line) {
        if (!link.is_rest) return figure_.push_back(line);
        line.thickness = 1.5F * scale_;
        line.colour = arc_colour(0.1F, palette_, options_.beneath);
        for (const Curve& dash : dashed(line, 9 * scale_, 7 * scale_))
            figure_.push_back(dash);
    }

    std::vector<Curve> arcs(const std::vector<Link>& links, const Rect& query) const {
        std::vector<ArcEnd> ends;
        for (const Link& link : links)
            ends.push_back({link.at.x, link.is_rest ? 0 : link.weight});
        // Also of words that get no arc, so that none rises when another vanishes.
        float farthest = 1;
        for (const bool left : {true, false}) {
            const Rect& last = left ? layout_.keys.boxes.front() : layout_.keys.boxes.back();
            const float x = has_rest(left) ? rest_at(left).x : last.centre().x;
            farthest = std::max(farthest, std::abs(x - query.centre().x));
        }
        const float room = std::max(0.0F, query.y - layout_.area.y);
        const float whole = std::min(options_.whole * scale_, 0.3F * room);
        return arcs_over(
            {query, room - whole / 2, farthest, whole, scale_, options_.beneath, options_.loop_left}, ends,
            palette_);
    }

    /// In cross-attention the keys are above the queries, or below them, over the columns of a matrix.
    bool keys_below(const Rect& query) const { return layout_.keys.boxes.front().y > query.y; }

    /// From the source to the word in the other row: side by side there, in the order of the source.
    std::vector<Curve> curves(const std::vector<Link>& links, const Rect& query) const {
        const float whole = std::min(options_.whole * scale_, 0.5F * query.width);
        const auto thick = [&](const Link& link) {
            return link.is_rest ? scale_ : std::max(scale_, std::min(link.weight, 1.0F) * whole);
        };
        float sum = 0;
        for (const Link& link : links)
            sum += thick(link);
        const float together = std::min(1.0F, 0.9F * query.width / std::max(sum, 1.0F));
        std::vector<Curve> lines;
        for (const Link& link : links) {
            float before = 0;
            for (const Link& other : links)
                if (other.at.x < link.at.x) before += thick(other);
            const Point foot{query.centre().x + together * (before + thick(link) / 2 - sum / 2),
                             keys_below(query) ? query.bottom() : query.y};
            const float middle = (foot.y + link.at.y) / 2;
            lines.push_back({link.at,
                             {link.at.x, middle},
                             {foot.x, middle},
                             foot,
                             arc_colour(link.weight, palette_, options_.beneath),
                             thick(link)});
        }
        return lines;
    }

    /// The vertical centre of the numbers of the keys: below their boxes, or above those of a source.
    float number_line(Rect box) const {
        const float half = options_.sizes.number_line / 2 * scale_;
        return layout_.cross ? box.y - half : box.bottom() + half;
    }

    /// Names the numbers, left of the first one.
    void name_numbers() {
        if (options_.numbers.empty() || layout_.keys.count() == 0 || has_rest(true)) return;
        const Rect box = layout_.keys.boxes.front();
        const float size = options_.sizes.number * scale_, right = box.x - 10 * scale_;
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
        std::string text = weights_ ? number_text(number(key), decimals_) : "";
        const bool strong = weights_ && options_.shares && number(key) >= 0.1F && !asks;
        const float size = (strong ? options_.sizes.strong_number : options_.sizes.number) * scale_;
        const Font font = strong || marked ? Font::mono_bold : Font::mono;
        if (asks) {
            const std::string named = text.empty() ? "query" : "query " + text;
            if (measure_.width(font, size, named) <= box.width + 4 * scale_) text = named;
        }
        const Role role = asks ? Role::query : marked ? Role::key : strong ? Role::text : Role::quiet;
        if (!text.empty())
            figure_.push_back(
                Label{{box.centre().x, number_line(box)}, Align::centre, font, size, palette_[role], text});
    }

    void paint_word(const WordRow& row, Words words, Index word, bool asks, bool marked) {
        const WordPart part = asks ? WordPart::asks : marked ? WordPart::is_read : WordPart::plain;
        for (Shape& shape :
             word_figure(*row.box(word), words, word, part, row.text_size, scale_, palette_, measure_))
            figure_.push_back(std::move(shape));
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
        const float size = options_.sizes.number * scale_, width = measure_.width(font, size, text);
        const float fitting = std::min(1.0F, (rest_width - 4) * scale_ / width);
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
