#include "drawing/figures/sentence.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawing {

WordRow sentence_row(const Rect& area, const SentenceContent& content, const SentenceLook& look,
                     const TextMeasure& measure) {
    const float height = std::round(look.sizes.box * look.scale);
    const float below = look.written ? look.sizes.number_line * look.scale : 0;
    return set_row({area.x, std::round(area.bottom() - below - height), area.width, height}, content.boxed(),
                   content.query, {look.sizes, look.scale}, measure);
}

namespace {

constexpr float strong_weight = 0.1F;   ///< from here on a weight is written large
constexpr float least_written = 0.005F; ///< below it, 0.00 would be written: a quiet 0 is

/// A copy of the swinging arc, somewhere behind it: its place as a share of the way that the arc has come,
/// its thickness at scale 1, and how much violet is in it.
struct Copy {
    float behind, thickness, violet;
};
constexpr std::array copies{Copy{0, 2, 0.13F}, Copy{0.375F, 4.5F, 0.2F}, Copy{0.725F, 7, 0.3F}};

constexpr float growing = 0.5F; ///< the share of the time in which all arcs grow that one of them takes

class SentencePainter {
public:
    SentencePainter(const Rect& area, const WordRow& row, const SentenceContent& content,
                    const SentenceLook& look, const Palette& palette, const TextMeasure& measure)
        : area_(area), row_(row), content_(content), look_(look), palette_(palette), measure_(measure) {}

    Figure paint() {
        const auto query = row_.box(content_.query);
        grown_.assign(content_.weights.size(), 1);
        if (query && !content_.weights.empty()) paint_arcs(*query);
        for (Index i = 0; i < row_.count(); ++i)
            paint_word(row_.first + i);
        return std::move(figure_);
    }

private:
    float weight(Index word) const { return content_.weights[static_cast<std::size_t>(word)]; }
    float x_of(Index word) const { return row_.box(word)->centre().x; }
    float on_the_way(float share) const {
        return x_of(look_.swing->from) + share * (x_of(look_.swing->to) - x_of(look_.swing->from));
    }
    bool swings() const { return look_.swing && row_.box(look_.swing->from) && row_.box(look_.swing->to); }

    /// While the thick arc swings, those that it passes are out of sight.
    bool is_hidden(Index word) const {
        if (word == content_.query) return weight(word) < least_loop;
        if (!swings() || !look_.swing->under_way() || word == look_.swing->to) return false;
        const auto [first, last] = std::minmax(look_.swing->from, look_.swing->to);
        return word >= first && word <= last;
    }

    void paint_arcs(const Rect& query) {
        const float scale = look_.scale, room = query.y - area_.y;
        const float whole = std::min(look_.whole * scale, 0.3F * room);
        const float farthest = std::max(query.centre().x - row_.boxes.front().centre().x,
                                        row_.boxes.back().centre().x - query.centre().x);
        const ArcGround ground{query, room - whole / 2, farthest, whole, look_.least * scale};
        std::vector<Index> keys;
        for (Index word = row_.first; word < row_.first + row_.count(); ++word)
            if (!is_hidden(word)) keys.push_back(word);
        std::ranges::stable_sort(keys, {}, [&](Index word) { return weight(word); }); // strong ones lie above
        std::vector<ArcEnd> ends;
        for (const Index key : keys) {
            const bool moves = swings() && look_.swing->under_way() && key == look_.swing->to;
            ends.push_back(moves ? ArcEnd{on_the_way(look_.swing->share), look_.swing->weight}
                                 : ArcEnd{x_of(key), weight(key)});
        }
        if (swings() && look_.swing->trail > 0) paint_copies(ground);
        const std::vector<Curve> arcs = arcs_over(ground, ends, palette_);
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            const float grown = grown_at(i, arcs.size());
            grown_[static_cast<std::size_t>(keys[i])] = grown;
            if (grown > 0) figure_.push_back(grown < 1 ? part(arcs[i], 0, grown) : arcs[i]);
        }
    }

    /// How far the arc at this place among `count`, the thickest last, has grown.
    float grown_at(std::size_t place, std::size_t count) const {
        const float begins =
            count > 1 ? (1 - growing) * static_cast<float>(place) / static_cast<float>(count - 1) : 0;
        const float left = 1 - std::clamp((look_.grown - begins) / growing, 0.0F, 1.0F);
        return 1 - left * left * left; // ease-out
    }

    void paint_copies(const ArcGround& ground) {
        for (const Copy& copy : copies) {
            const ArcEnd end{on_the_way(copy.behind * look_.swing->share),
                             copy.thickness * look_.scale / ground.whole};
            Curve arc = arcs_over(ground, std::array{end}, palette_).front();
            arc.colour =
                mix(palette_[Role::background], palette_[Role::weight], copy.violet * look_.swing->trail);
            figure_.push_back(arc);
        }
    }

    void paint_word(Index word) {
        const bool asks = word == content_.query, is_read = word == content_.is_read && !asks;
        const Rect box = *row_.box(word);
        const WordPart part = asks ? WordPart::asks : is_read ? WordPart::is_read : WordPart::plain;
        for (Shape& shape : word_figure(box, content_.boxed(), word, part, row_.text_size, look_.scale,
                                        palette_, measure_)) {
            Label* label = std::get_if<Label>(&shape);
            if (label && look_.exchange && look_.exchange->word == word)
                label->colour = label->colour.faded(look_.exchange->shown);
            figure_.push_back(std::move(shape));
        }
        if (look_.written && !content_.weights.empty()) write_weight(word, box, is_read);
    }

    void write_weight(Index word, const Rect& box, bool is_read) {
        const float number = weight(word);
        const bool strong = number >= strong_weight || is_read;
        const Role role = is_read ? Role::key : strong ? Role::text : Role::quiet;
        const float come = std::clamp(5 * grown_[static_cast<std::size_t>(word)] - 4, 0.0F, 1.0F);
        if (come == 0) return;
        figure_.push_back(Label{{box.centre().x, box.bottom() + look_.sizes.number_line / 2 * look_.scale},
                                Align::centre,
                                strong ? Font::mono_bold : Font::mono,
                                (strong ? look_.sizes.strong_number : look_.sizes.number) * look_.scale,
                                palette_[role].faded(come),
                                number < least_written ? "0" : number_text(number, 2)});
    }

    const Rect& area_;
    const WordRow& row_;
    const SentenceContent& content_;
    const SentenceLook& look_;
    const Palette& palette_;
    const TextMeasure& measure_;
    std::vector<float> grown_; ///< by word: how far its arc has come
    Figure figure_;
};

} // namespace

Figure sentence_figure(const Rect& area, const WordRow& row, const SentenceContent& content,
                       const SentenceLook& look, const Palette& palette, const TextMeasure& measure) {
    return SentencePainter(area, row, content, look, palette, measure).paint();
}

} // namespace drawing
