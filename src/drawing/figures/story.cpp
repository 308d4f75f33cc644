#include "drawing/figures/story.h"

#include "drawing/figures/formula.h"
#include "drawing/shapes/figure.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace drawing {

using namespace story_sizes;

namespace {

constexpr float bend = 24; ///< radius at scale 1, where a line turns

/// Fast at first, then slower.
float eased(float share) {
    const float rest = 1 - share;
    return 1 - rest * rest * rest;
}

class Painter {
public:
    Painter(const StoryLayout& layout, const StoryContent& content, const StoryLook& look,
            const Palette& palette, const TextMeasure& measure)
        : layout_(layout), content_(content), look_(look), palette_(palette), measure_(measure),
          play_(play_of(content)), scale_(layout.scale), grown_(all_grown()) {}

    Figure paint() {
        const bool has_source = !content_.source.words.empty();
        for (const bool in_source : {true, false})
            if (!in_source || has_source) layers(in_source);
        for (const bool in_source : {true, false})
            if (!in_source || has_source) lines(in_source);
        for (const PlacedFormer& former : layout_.before)
            former_way(former);
        for (std::size_t i = 0; i < layout_.arcs.size(); ++i)
            arc(i);
        if (has_source) marked_line(true);
        marked_line(false);
        leaving_line();
        for (std::size_t i = 0; i < layout_.arcs.size(); ++i)
            number(i);
        for (std::size_t band = 0; band < layout_.guesses.size(); ++band)
            if (layout_.guesses[band].width > 0) guess(band);
        for (std::size_t i = 0; i < content_.notes.size(); ++i)
            if (layout_.notes[i].width > 0) note(content_.notes[i], layout_.notes[i]);
        for (const bool in_source : {true, false})
            if (!in_source || has_source) words(in_source);
        if (look_.names_at) names_over(*look_.names_at);
        add(ending_figure(layout_, content_, look_.seconds, palette_, measure_));
        return std::move(figure_);
    }

private:
    const StoryBlock& block(bool in_source) const { return in_source ? content_.source : content_.main; }
    const PlacedBlock& placed(bool in_source) const { return layout_.block(in_source); }
    Rgba operator[](Role role) const { return palette_[role]; }

    /// Violet on the background, without letting anything through.
    Rgba violet(float share) const { return mix((*this)[Role::background], (*this)[Role::weight], share); }

    void add(Figure shapes) { std::ranges::move(shapes, std::back_inserter(figure_)); }
    void label(Point at, Align align, Font font, float size, Rgba colour, const std::string& text) {
        figure_.push_back(Label{at, align, font, size * scale_, colour, text});
    }
    float width(Font font, float size, const std::string& text) const {
        return measure_.width(font, size * scale_, text);
    }

    // The moment. The source's layers are read while the first of the words that answer is.

    std::size_t moment_of(bool in_source, std::size_t band) const { return in_source ? 0 : band; }
    PlaySpan reads(bool in_source, std::size_t band) const { return play_.reads(moment_of(in_source, band)); }
    float at(const PlaySpan& span) const { return span.share(look_.seconds); }

    /// How much of an arc has grown: the weakest of a layer begin, the strongest come last.
    float grown(std::size_t arc) const { return grown_[arc]; }

    std::vector<float> all_grown() const {
        std::map<std::pair<bool, std::size_t>, std::pair<int, int>> layers; // how many arcs; how many so far
        for (const PlacedArc& arc : layout_.arcs)
            ++layers[{arc.in_source, arc.band}].first;
        std::vector<float> grown;
        for (const PlacedArc& arc : layout_.arcs) {
            auto& [count, before] = layers[{arc.in_source, arc.band}];
            const float start =
                0.55F * static_cast<float>(before++) / static_cast<float>(std::max(count - 1, 1));
            grown.push_back(eased(at(reads(arc.in_source, arc.band).part(start, start + 0.4F))));
        }
        return grown;
    }

    // Behind everything: boundaries, names of layers, lines.

    void layers(bool in_source) {
        const PlacedBlock& here = placed(in_source);
        for (std::size_t band = 0; band < here.bands.size(); ++band)
            boundary(here, band, here.bands[band].x, here.bands[band].right());
        if (here.column > 0 && !look_.names_at) names(in_source);
    }

    void boundary(const PlacedBlock& here, std::size_t band, float from, float to) {
        const float y = here.bands[band].y;
        if (!here.is_folded_band(band) || !here.is_folded_band(band + 1))
            figure_.push_back(Line{{from, y}, {to, y}, (*this)[Role::hairline], scale_});
    }

    void names(bool in_source) {
        const PlacedBlock& here = placed(in_source);
        for (std::size_t band = 0; band < here.bands.size(); ++band) {
            Rect room = here.bands[band];
            room.x = look_.names_at.value_or(room.x);
            const StoryBand& layer = block(in_source).bands[band];
            const bool folded = here.is_folded_band(band);
            const float column = // up to the first line
                look_.names_at ? here.column - 12 * scale_
                               : placed(layer.from_source).x(0) - here.bands[band].x - 12 * scale_;
            const auto write = [&](float y, Font font, float size, Role role, const std::string& text) {
                label({room.x, room.y + y * scale_}, Align::left, font, size, (*this)[role],
                      elided(text, column, font, size * scale_, measure_));
            };
            const bool low = room.height < low_band * scale_;
            if (content_.deep && band + 1 == here.bands.size() && !content_.asked.empty())
                write(-12, Font::sans, 14, Role::quiet, content_.asked);
            if (folded) {
                if (here.folds_from(band) > 0)
                    label({room.x, here.folded_place(band).centre().y}, Align::left, Font::sans, 14,
                          (*this)[Role::quiet],
                          elided(layer.folded_name, column, Font::sans, 14 * scale_, measure_));
                continue;
            }
            write(low ? 15 : 25, Font::sans_bold, low ? 16 : 18, Role::text, layer.name);
            const auto [first, second] = two_lines(layer.about, Font::sans, 15.5F, column);
            if (low) {
                write(33, Font::sans, 14, Role::quiet, layer.about);
                continue;
            }
            write(46, Font::sans, 15.5F, Role::quiet, first);
            if (!second.empty()) write(64, Font::sans, 15.5F, Role::quiet, second);
        }
    }

    /// What is scrolled to under them is covered.
    void names_over(float left) {
        const PlacedBlock& here = placed(false);
        const float above = 30 * scale_, edge = 2 * word_edge * scale_; // more than can be seen
        const float right = left + here.column - word_edge * scale_;
        figure_.push_back(
            Fill{{left - edge, here.area.y - above, right - left + edge, here.area.height + above + edge},
                 (*this)[Role::background],
                 0});
        for (std::size_t band = 0; band < here.bands.size(); ++band)
            boundary(here, band, left, right);
        names(false);
    }

    /// Split at the last space that fits into `room`.
    std::pair<std::string, std::string> two_lines(const std::string& text, Font font, float size,
                                                  float room) const {
        if (width(font, size, text) <= room) return {text, ""};
        std::size_t end = text.rfind(' ');
        while (end != std::string::npos && end > 0 && width(font, size, text.substr(0, end)) > room)
            end = text.rfind(' ', end - 1);
        if (end == std::string::npos || end == 0) return {text, ""};
        return {text.substr(0, end), text.substr(end + 1)};
    }

    /// The height from which a word's line is read in full colour: the highest.
    std::optional<float> read_up_to(bool in_source, Index word) const {
        std::optional<float> top;
        for (const PlacedArc& arc : layout_.arcs) {
            const StoryBand& band = block(arc.in_source).bands[arc.band];
            const bool here = (band.from_source || arc.in_source) == in_source;
            const bool itself = !band.from_source && arc.arc.key == block(arc.in_source).marked;
            if (here && arc.arc.key == word && arc.arc.told && !arc.arc.cut && !itself &&
                at(reads(arc.in_source, arc.band).part(0, 0.2F)) >= 1)
                top = std::min(top.value_or(arc.curve.from.y), arc.curve.from.y);
        }
        return top;
    }

    void lines(bool in_source) {
        const PlacedBlock& here = placed(in_source);
        const float bottom = here.words.front().y, up = eased(at(play_.words()));
        for (Index word = 0; word < std::ssize(here.words); ++word) {
            const float x = here.x(word);
            if (here.is_folded(word)) continue;
            figure_.push_back(
                Line{{x, bottom}, {x, bottom + up * (here.top - bottom)}, (*this)[Role::stream], 2 * scale_});
            if (const auto top = read_up_to(in_source, word))
                figure_.push_back(Line{{x, bottom}, {x, *top}, (*this)[Role::key_line], 2.5F * scale_});
        }
    }

    // The marked line, and what is written into it.

    float reached(bool in_source) const {
        const PlacedBlock& here = placed(in_source);
        float y = here.words.front().y;
        for (std::size_t band = 0; band < here.bands.size(); ++band)
            y -= at(reads(in_source, band)) * here.bands[band].height;
        if (!in_source && content_.goes_on) {
            const float end = layout_.leaves.y + (bend - 2) * scale_; // into the turn
            return y + at(play_.answer().part(0, 0.5F)) * (end - y);
        }
        if (in_source || content_.answers.empty() || content_.answered != content_.main.marked)
            return std::max(y, here.top) + at(play_.answer()) * std::min(0.0F, here.top - y);
        const float chip = layout_.answers.back().bottom();
        return y + at(play_.answer().part(0, 0.7F)) * (chip - y);
    }

    void marked_line(bool in_source) {
        const PlacedBlock& here = placed(in_source);
        const float x = here.x(block(in_source).marked);
        const Role role = in_source ? Role::key_line : Role::query_fill;
        if (!in_source && content_.answered != content_.main.marked && !layout_.answers.empty()) {
            const float other = here.x(content_.answered);
            figure_.push_back(Line{{other, here.top},
                                   {other, layout_.answers.back().bottom()},
                                   (*this)[Role::stream],
                                   2 * scale_});
        }
        if (!here.bands.empty())
            figure_.push_back(Line{{x, here.words.front().y},
                                   {x, reached(in_source)},
                                   (*this)[role],
                                   (in_source ? 3 : 5) * scale_});
        for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
            const PlacedArc& arc = layout_.arcs[i];
            if (arc.in_source == in_source && arc.arc.told && !arc.arc.cut && grown(i) > 0)
                disc(arc.curve.from, 4.5F, Role::key_line);
        }
        for (std::size_t band = 0; band < here.joints.size(); ++band)
            for (std::size_t head = 0; head < here.joints[band].size(); ++head)
                joint_of(in_source, band, static_cast<Index>(head));
    }

    /// The marked line of a story that goes on turns to the right and leaves.
    void leaving_line() {
        const float share = at(play_.answer().part(0.5F, 1));
        if (!content_.goes_on || share <= 0) return;
        const float x = layout_.main.x(content_.main.marked), y = layout_.leaves.y, r = bend * scale_;
        const Rgba ink = (*this)[Role::query_fill];
        figure_.push_back(
            Curve{{x, y + r}, {x, y + 0.45F * r}, {x + 0.45F * r, y}, {x + r, y}, ink, 5 * scale_});
        figure_.push_back(
            Line{{x + r - scale_, y}, {x + r + share * (layout_.leaves.x - x - r), y}, ink, 5 * scale_});
    }

    void disc(Point centre, float radius, Role role) {
        figure_.push_back(Disc{centre, radius * scale_, (*this)[role]});
    }

    /// Where a head's arcs arrive; empty if all that it reads is cut.
    void joint_of(bool in_source, std::size_t band, Index head) {
        bool reads_something = false, is_cut = false;
        float most = 0;
        for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
            const PlacedArc& arc = layout_.arcs[i];
            if (arc.in_source != in_source || arc.band != band || arc.arc.head != head) continue;
            reads_something |= !arc.arc.cut;
            is_cut |= arc.arc.cut && arc.arc.weight >= 0.5F;
            most = std::max(most, grown(i));
        }
        if ((!reads_something && !is_cut) || most < 1) return;
        const auto& joints = placed(in_source).joints[band];
        const float pitch = joints.size() > 1 ? (joints[0].y - joints[1].y) / scale_ : 99;
        const float radius = std::min(joint, 0.42F * pitch);
        const Point centre = joints[static_cast<std::size_t>(head)];
        disc(centre, radius + std::min(2.0F, 0.3F * radius), is_cut ? Role::masked : Role::background);
        disc(centre, radius, is_cut ? Role::background : Role::weight);
    }

    // The arcs.

    Rgba colour(const StoryArc& arc, bool hovered) const {
        if (hovered) return (*this)[Role::weight];
        if (arc.told) return violet(0.9F);
        if (content_.deep) return violet(arc.weight < 0.2F ? 0.12F : 0.4F);
        if (content_.judged) return violet(arc.weight < 0.05F ? 0.12F : 0.24F);
        if (arc.weight < 0.1F) return violet(arc.weight < 0.03F ? 0.16F : 0.3F);
        return violet(0.3F + 0.62F * std::pow(arc.weight, 0.6F));
    }

    void arc(std::size_t i) {
        const PlacedArc& placed_arc = layout_.arcs[i];
        const float share = grown(i);
        if (share <= 0) return;
        const bool hovered = look_.hovered_arc == i;
        Curve curve = share < 1 ? part(placed_arc.curve, 0, share) : placed_arc.curve;
        curve.colour = placed_arc.arc.cut ? (*this)[Role::track] : colour(placed_arc.arc, hovered);
        figure_.push_back(curve);
        if (!placed_arc.arc.cut) return;
        curve.colour = (*this)[Role::masked];
        dashes(curve);
    }

    void dashes(Curve curve) {
        curve.thickness = 1.5F * scale_;
        for (const Curve& dash : dashed(curve, 5 * scale_, 5 * scale_))
            figure_.push_back(dash);
    }

    void former_way(const PlacedFormer& former) {
        if (at(reads(former.in_source, former.band).part(0, 0.1F)) < 1) return;
        Curve curve = former.curve;
        curve.colour = mix((*this)[Role::background], (*this)[Role::masked], 0.55F);
        dashes(curve);
    }

    /// The weight on its arc, or the sign that it is cut.
    void number(std::size_t i) {
        const PlacedArc& arc = layout_.arcs[i];
        const bool hovered = look_.hovered_arc == i;
        if (grown(i) < 1) return;
        if (arc.arc.cut) return cut_sign(arc.handle.centre(), hovered);
        if (!arc.named && !hovered) return;
        const std::string text = arc.of + number_text(arc.arc.weight, 2);
        Rect rect = arc.handle;
        if (!arc.named) {
            const float wide = width(Font::mono, pill_text, text) + weight_edge * scale_;
            rect = {rect.centre().x - wide / 2, rect.y, wide, rect.height};
        }
        figure_.push_back(Fill{rect, (*this)[Role::card], rect.height / 2});
        figure_.push_back(Stroke{rect, hovered ? (*this)[Role::weight] : violet(0.5F),
                                 (hovered ? 2 : 1) * scale_, rect.height / 2});
        label(rect.centre(), Align::centre, Font::mono, pill_text,
              (*this)[arc.arc.told || hovered || !content_.judged ? Role::text : Role::quiet], text);
    }

    void cut_sign(Point centre, bool hovered) {
        const float radius = cross * scale_, arm = 4.5F * scale_;
        const Rect ring{centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
        const Rgba ink = (*this)[Role::positive];
        figure_.push_back(Disc{centre, radius, (*this)[Role::card]});
        figure_.push_back(Stroke{ring, ink, (hovered ? 2.5F : 1.5F) * scale_, radius});
        add(sign_of_wrong(centre, arm, ink, 2.2F * scale_));
    }

    // Beside the arcs: what would be said now, and notes.

    void guess(std::size_t band) {
        const PlaySpan span = play_.asked(band);
        if (at(reads(false, band)) < 1) return;
        const float grown = eased(at(span));
        const Rect& rect = layout_.guesses[band];
        const float x = layout_.main.x(content_.main.marked), middle = rect.centre().y;
        const bool on_left = rect.right() < x;
        figure_.push_back(Line{{on_left ? rect.right() : x, middle},
                               {on_left ? x : rect.x, middle},
                               (*this)[Role::query_fill],
                               1.5F * scale_});
        figure_.push_back(Fill{rect, (*this)[Role::card], 8 * scale_});
        figure_.push_back(Stroke{rect, (*this)[Role::hairline], scale_, 8 * scale_});
        label({rect.x + 12 * scale_, rect.y + 16 * scale_}, Align::left, Font::sans, 15.5F,
              (*this)[Role::quiet], content_.asked);
        const auto& guesses = content_.main.bands[band].guesses;
        const bool narrow = content_.goes_on;
        const float short_word = narrow ? 40 : 70, no_bar = 62;
        const bool bars = !narrow || std::ranges::all_of(guesses, [&](const StoryGuess& guess) {
            return width(Font::sans_bold, 17, guess.word) <= short_word * scale_;
        });
        for (std::size_t i = 0; i < guesses.size(); ++i) {
            const float y = rect.y + (asked_title - 6 + (static_cast<float>(i) + 0.5F) * asked_row) * scale_;
            const Font font = i == 0 ? Font::sans_bold : Font::sans;
            label(
                {rect.x + 12 * scale_, y}, Align::left, font, 17, (*this)[Role::text],
                elided(guesses[i].word, (bars ? short_word : no_bar) * scale_, font, 17 * scale_, measure_));
            label({rect.right() - 12 * scale_, y}, Align::right, Font::mono, 15.5F, (*this)[Role::text],
                  number_text(guesses[i].probability, 2));
            if (!bars) continue; // a long word has its place
            const Rect bar{rect.x + (narrow ? 55 : 86) * scale_, y - 4.5F * scale_,
                           (narrow ? 20 : 56) * scale_, 9 * scale_};
            figure_.push_back(Fill{bar, (*this)[Role::track], 2 * scale_});
            const float share = std::clamp(guesses[i].probability, 0.0F, 1.0F) * grown;
            const Rgba ink = (*this)[Role::query_fill];
            if (guesses[i].probability >= 0.005F)
                figure_.push_back(Fill{{bar.x, bar.y, std::max(2 * scale_, share * bar.width), bar.height},
                                       i == 0 ? ink : mix((*this)[Role::card], ink, 0.45F),
                                       2 * scale_});
        }
    }

    void note(const StoryNote& note, const Rect& rect) {
        if (at(reads(note.in_source, note.band)) < 1) return;
        figure_.push_back(Fill{rect, (*this)[Role::background], 6 * scale_});
        float x = rect.x + 8 * scale_;
        const float y = rect.y + (4 + note_number) * scale_;
        if (!note.number.empty()) {
            const Rgba fill = (*this)[Role::weight];
            figure_.push_back(Disc{{x + note_number * scale_, y}, note_number * scale_, fill});
            label({x + note_number * scale_, y}, Align::centre, Font::sans_bold, 17, readable_on(fill),
                  note.number);
            x += (2 * note_number + 8) * scale_;
        }
        float at_x = x;
        for (const ColouredPiece& piece : note.title) {
            label({at_x, y}, Align::left, Font::sans_bold, note_title, (*this)[piece.role], piece.text);
            at_x += width(Font::sans_bold, note_title, piece.text);
        }
        float line = rect.y + (2 * note_number + 8) * scale_;
        for (const std::string& text : note.lines) {
            if (line + note_line * scale_ > rect.bottom() + 1) break; // brief
            label({x, line + (note_line / 2 - 2) * scale_}, Align::left, Font::sans, note_text,
                  (*this)[Role::quiet],
                  elided(text, rect.right() - x, Font::sans, note_text * scale_, measure_));
            line += note_line * scale_;
        }
    }

    // The words, and what comes of them.

    void words(bool in_source) {
        const PlacedBlock& here = placed(in_source);
        const auto count = static_cast<float>(here.words.size());
        for (const bool read : {false, true}) // frames lie above the boxes that are joined to theirs
            for (Index word = 0; word < std::ssize(here.words); ++word) {
                if (read_up_to(in_source, word).has_value() != read) continue;
                const float begin = 0.6F * static_cast<float>(word) / count;
                const float up = eased(at(play_.words().part(begin, begin + 0.4F)));
                if (up > 0) word_at(in_source, word, up);
            }
        word_to_come(in_source);
        const auto& ends = block(in_source).ends;
        if (at(play_.answer()) < 1) return;
        for (Index word = 0; word < std::ssize(ends); ++word) {
            if (word == content_.answered) continue;
            const Rect& box = here.words[static_cast<std::size_t>(word)];
            label({box.centre().x, here.top - 9 * scale_}, Align::centre, Font::sans, 15,
                  (*this)[Role::quiet],
                  elided(ends[static_cast<std::size_t>(word)], box.width + 4 * scale_, Font::sans,
                         15 * scale_, measure_));
        }
    }

    void word_at(bool in_source, Index word, float up) {
        const PlacedBlock& here = placed(in_source);
        Rect rect = here.words[static_cast<std::size_t>(word)];
        rect.y += (1 - up) * 12 * scale_;
        if (here.stands_for_folded(word))
            label(rect.centre(), Align::centre, Font::sans_bold, 20, (*this)[Role::quiet].faded(up), "…");
        if (!here.is_folded(word)) word_box(in_source, word, rect, up);
    }

    void word_to_come(bool in_source) {
        const Rect& rect = placed(in_source).to_come;
        if (rect.width <= 0 || at(play_.answer()) < 1) return;
        const Rgba ink = (*this)[Role::query_fill];
        add_dashed_edge(figure_, rect, 10 * scale_, ink, scale_);
        const float size = placed(in_source).text_size;
        figure_.push_back(Label{
            rect.centre(), Align::centre, Font::sans_medium, size, ink,
            elided(block(in_source).to_come, rect.width - 6 * scale_, Font::sans_medium, size, measure_)});
    }

    void word_box(bool in_source, Index word, const Rect& rect, float there) {
        const float radius = (rect.height >= 40 * scale_ ? 10 : 8) * scale_;
        if (!in_source && look_.awaits_last && word + 1 == std::ssize(content_.main.words))
            return add_dashed_edge(figure_, rect, radius, (*this)[Role::query_fill], scale_);
        const bool asks = !in_source && word == content_.main.marked;
        const bool read = read_up_to(in_source, word).has_value() && !asks;
        const Rgba fill = (*this)[asks ? Role::query_fill : Role::card];
        const Words boxes = block(in_source).boxed();
        const Corners corners = boxes.corners(word);
        const bool put_in = boxes.is_put_in(word) && !asks;
        figure_.push_back(Fill{rect, fill.faded(there), radius, corners});
        if (put_in && !read) {
            add_dashed_edge(figure_, rect, radius, (*this)[Role::edge].faded(there), scale_);
        } else if (!asks) {
            const float seam = boxes.is_joined(word) && !read ? scale_ : 0; // one line between two pieces
            figure_.push_back(Stroke{{rect.x - seam, rect.y, rect.width + seam, rect.height},
                                     (*this)[read ? Role::key_line : Role::hairline].faded(there),
                                     (read ? 2.5F : 1) * scale_,
                                     radius,
                                     corners});
        }
        const Font font = asks || read ? Font::sans_bold : Font::sans_medium;
        const float size = placed(in_source).text_size;
        const std::string& text = block(in_source).words[static_cast<std::size_t>(word)];
        const Rgba ink = asks ? readable_on(fill) : (*this)[put_in ? Role::quiet : Role::text];
        figure_.push_back(Label{rect.centre(), Align::centre, font, size, ink.faded(there),
                                elided(text, rect.width - 6 * scale_, font, size, measure_)});
    }

    const StoryLayout& layout_;
    const StoryContent& content_;
    const StoryLook& look_;
    const Palette& palette_;
    const TextMeasure& measure_;
    const StoryPlay play_;
    float scale_;
    std::vector<float> grown_; ///< by arc
    Figure figure_;
};

} // namespace

Figure story_figure(const StoryLayout& layout, const StoryContent& content, const StoryLook& look,
                    const Palette& palette, const TextMeasure& measure) {
    return Painter(layout, content, look, palette, measure).paint();
}

Figure story_figure_within(const Rect& area, const StoryContent& content, float seconds, float least,
                           const Palette& palette, const TextMeasure& measure) {
    constexpr float brief_below = 500, spare = 0.98F;
    StoryRoom room{.area = area, .brief = area.height < brief_below};
    StoryLayout layout = story_layout(room, content, measure);
    const float fits = std::min(area.height / layout.height, std::max(least, area.width / layout.width));
    if (fits < 0.999F) {
        room.scale = spare * fits;
        layout = story_layout(room, content, measure);
    }
    Figure figure = story_figure(layout, content, {.seconds = seconds}, palette, measure);
    if (layout.width <= area.width + 1) return figure;
    const float beyond = layout.width - area.width;
    const float centred = layout.main.x(content.main.marked) - area.centre().x;
    figure = moved(std::move(figure), -std::clamp(centred, 0.0F, beyond), 0);
    figure.insert(figure.begin(), ClipStart{area});
    figure.push_back(ClipEnd{});
    return figure;
}

} // namespace drawing
