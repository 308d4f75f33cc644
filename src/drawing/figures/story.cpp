#include "drawing/figures/story.h"

#include "drawing/shapes/figure.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>

namespace drawing {

using namespace story_sizes;

namespace {

class Painter {
public:
    Painter(const StoryLayout& layout, const StoryContent& content, const StoryLook& look,
            const Palette& palette, const TextMeasure& measure)
        : layout_(layout), content_(content), look_(look), palette_(palette), measure_(measure),
          scale_(layout.scale) {}

    Figure paint() {
        const bool has_source = !content_.source.words.empty();
        if (has_source) lines(content_.source, layout_.source, Role::key_line);
        lines(content_.main, layout_.main, Role::query_fill);
        for (std::size_t i = 0; i < layout_.arcs.size(); ++i)
            arc(layout_.arcs[i], look_.hovered_arc == i);
        if (has_source) joints(content_.source, layout_.source);
        joints(content_.main, layout_.main);
        if (has_source) block(content_.source, layout_.source, true);
        block(content_.main, layout_.main, false);
        for (std::size_t i = 0; i < layout_.arcs.size(); ++i)
            weight(layout_.arcs[i], look_.hovered_arc == i);
        for (std::size_t i = 0; i < content_.answers.size(); ++i)
            answer(content_.answers[i], layout_.answers[i]);
        for (std::size_t i = 0; i < content_.notes.size(); ++i)
            note(content_.notes[i], layout_.notes[i]);
        return std::move(figure_);
    }

private:
    Rgba operator[](Role role) const { return palette_[role]; }

    void label(Point at, Align align, Font font, float size, Role role, const std::string& text) {
        figure_.push_back(Label{at, align, font, size * scale_, palette_[role], text});
    }

    /// The line of every word; that of the answered word reaches the answer.
    void lines(const StoryBlock& block, const PlacedBlock& placed, Role marked) {
        const bool is_main = &block == &content_.main;
        for (Index word = 0; word < std::ssize(block.words); ++word) {
            const float x = placed.x(word), bottom = placed.chips.front().front().y;
            const bool is_marked = word == block.marked;
            const bool answers = is_main && word == content_.answered && !layout_.answers.empty();
            const float top = answers ? layout_.answers.back().bottom() : placed.top;
            figure_.push_back(Line{{x, bottom},
                                   {x, top},
                                   palette_[is_marked ? marked : Role::hairline],
                                   (is_marked ? (is_main ? 4.5F : 3) : 2) * scale_});
        }
    }

    Rgba colour(float weight) const {
        return palette_[Role::weight].faded(std::clamp(0.1F + 1.1F * weight, 0.0F, 0.86F));
    }

    void arc(const PlacedArc& placed, bool hovered) {
        Curve curve = placed.curve;
        curve.colour = hovered ? palette_[Role::weight] : colour(placed.arc.weight);
        if (!placed.arc.knocked_out) return figure_.push_back(curve);
        curve.thickness = std::max(2 * scale_, 0.35F * curve.thickness);
        curve.colour = palette_[Role::warning].faded(hovered ? 1 : 0.8F);
        for (const Curve& dash : dashed(curve, 9 * scale_, 8 * scale_))
            figure_.push_back(dash);
    }

    /// Where something is added to the line.
    void joints(const StoryBlock& block, const PlacedBlock& placed) {
        for (std::size_t band = 0; band < placed.joints.size(); ++band)
            for (std::size_t head = 0; head < placed.joints[band].size(); ++head) {
                const bool is_read = std::ranges::any_of(block.bands[band].arcs, [&](const StoryArc& arc) {
                    return arc.head == static_cast<Index>(head) && !arc.knocked_out;
                });
                if (is_read) disc(placed.joints[band][head], placed.joints[band].size() > 1 ? head + 1 : 0);
            }
        for (std::size_t band = 0; band < placed.mlps.size(); ++band)
            if (placed.mlps[band].width > 0) square(placed.mlps[band], block.bands[band].mlp);
    }

    /// A joint with the number of its head, unless that is 0.
    void disc(Point centre, std::size_t number) {
        const Rgba fill = palette_[Role::weight];
        figure_.push_back(Disc{centre, joint * scale_, fill});
        if (number > 0)
            figure_.push_back(Label{centre, Align::centre, Font::mono_bold, 11 * scale_, readable_on(fill),
                                    std::to_string(number)});
    }

    /// An MLP, which adds to the line too.
    void square(const Rect& mlp, const std::string& name) {
        figure_.push_back(Fill{{mlp.x, mlp.y, mlp.height, mlp.height}, palette_[Role::text], 2 * scale_});
        figure_.push_back(Label{{mlp.x + mlp.height + 6 * scale_, mlp.centre().y},
                                Align::left,
                                Font::sans_medium,
                                mlp_size * scale_,
                                palette_[Role::quiet],
                                name});
    }

    void block(const StoryBlock& block, const PlacedBlock& placed, bool in_source) {
        for (std::size_t band = 0; band < placed.bands.size(); ++band) {
            const Rect& room = placed.bands[band];
            figure_.push_back(Label{{placed.area.x, room.centre().y},
                                    Align::left,
                                    Font::sans,
                                    12.5F * scale_,
                                    palette_[Role::quiet],
                                    block.bands[band].name});
        }
        for (std::size_t row = 0; row < placed.chips.size(); ++row)
            for (Index word = 0; word < std::ssize(block.words); ++word)
                chip(block, placed, in_source, row, word);
        for (Index word = 0; word < std::ssize(block.ends); ++word)
            if (word != content_.answered) end(placed, word, block.ends[static_cast<std::size_t>(word)]);
    }

    void end(const PlacedBlock& placed, Index word, const std::string& text) {
        const Rect& chip = placed.chips.front()[static_cast<std::size_t>(word)];
        const float size = 12.5F * scale_;
        figure_.push_back(Label{{chip.centre().x, placed.top - end_height / 2 * scale_},
                                Align::centre,
                                Font::sans,
                                size,
                                palette_[Role::quiet],
                                elided(text, chip.width + 4 * scale_, Font::sans, size, measure_)});
    }

    /// A word that is strongly read in the band above its chip.
    bool is_read(bool in_source, std::size_t row, Index word) const {
        return std::ranges::any_of(layout_.arcs, [&](const PlacedArc& placed) {
            const StoryBlock& block = placed.in_source ? content_.source : content_.main;
            const bool from_source = block.bands[placed.band].from_source;
            const bool here = from_source ? in_source && row + 1 == layout_.source.chips.size()
                                          : placed.in_source == in_source && placed.band == row;
            return here && placed.arc.key == word && placed.arc.weight >= 0.5F && !placed.arc.knocked_out;
        });
    }

    void chip(const StoryBlock& block, const PlacedBlock& placed, bool in_source, std::size_t row,
              Index word) {
        const Rect& rect = placed.chips[row][static_cast<std::size_t>(word)];
        const float radius = 7 * scale_;
        const bool asks = !in_source && word == block.marked;
        const Rgba fill = palette_[asks ? Role::query_fill : Role::card];
        figure_.push_back(Fill{rect, fill, radius});
        const bool read = is_read(in_source, row, word);
        if (read)
            figure_.push_back(Stroke{rect, palette_[Role::key_line], 2 * scale_, radius});
        else if (!asks)
            figure_.push_back(Stroke{rect, palette_[Role::hairline], 1.5F * scale_, radius});
        const Font font = asks || read ? Font::sans_bold : Font::sans_medium;
        const std::string text = elided(block.words[static_cast<std::size_t>(word)], rect.width - 4 * scale_,
                                        font, placed.text_size, measure_);
        figure_.push_back(Label{rect.centre(), Align::centre, font, placed.text_size,
                                asks ? readable_on(fill) : palette_[Role::text], text});
    }

    /// The weight on its arc; struck through when it is knocked out.
    void weight(const PlacedArc& placed, bool hovered) {
        if (!placed.named && !hovered) return;
        Rect rect = placed.handle;
        const float size = number_size * scale_;
        const std::string text = number_text(placed.arc.weight, 2);
        const float width = measure_.width(Font::mono_bold, size, text);
        if (!placed.named)
            rect = {rect.centre().x - width / 2 - 6 * scale_, rect.y, width + 12 * scale_, rect.height};
        const bool out = placed.arc.knocked_out;
        figure_.push_back(Fill{rect, palette_[Role::card], rect.height / 2});
        figure_.push_back(Stroke{rect, palette_[out ? Role::warning : Role::weight].faded(hovered ? 1 : 0.5F),
                                 (hovered ? 2 : 1) * scale_, rect.height / 2});
        figure_.push_back(Label{rect.centre(), Align::centre, Font::mono_bold, size,
                                palette_[out ? Role::warning : Role::weight], text});
        if (out)
            figure_.push_back(Line{{rect.centre().x - width / 2, rect.centre().y},
                                   {rect.centre().x + width / 2, rect.centre().y},
                                   palette_[Role::warning],
                                   1.5F * scale_});
    }

    /// With the question and the former answer on its left, and the runners-up on its right where they fit.
    void answer(const StoryAnswer& answer, const Rect& rect) {
        const Rgba fill = palette_[answer.role];
        figure_.push_back(Fill{rect, fill, 9 * scale_});
        figure_.push_back(
            Label{rect.centre(), Align::centre, Font::sans_bold, 15 * scale_, readable_on(fill), answer.now});
        const float size = 13 * scale_, gap = 12 * scale_, y = rect.centre().y;
        const auto width = [&](const std::string& text) { return measure_.width(Font::sans, size, text); };
        std::string before = answer.label;
        const auto prepend = [&](const std::string& text) {
            if (!text.empty()) before = text + (before.empty() ? "" : " · ") + before;
        };
        if (!answer.was.empty()) before += (before.empty() ? "" : " · ") + answer.was + " →";
        if (rect.right() + gap + width(answer.others) <= right())
            label({rect.right() + gap, y}, Align::left, Font::sans, 13, Role::quiet, answer.others);
        else
            prepend(answer.others);
        label({rect.x - gap, y}, Align::right, Font::sans, 13, answer.was.empty() ? Role::quiet : Role::text,
              before);
    }

    float right() const { return layout_.left + layout_.width; }

    void note(const StoryNote& note, const Rect& rect) {
        figure_.push_back(Fill{rect, palette_[Role::card], 8 * scale_});
        figure_.push_back(Stroke{rect, palette_[Role::hairline], 1.5F * scale_, 8 * scale_});
        const float x = rect.x + note_padding * scale_, room = rect.width - 2 * note_padding * scale_;
        float y = rect.y + (note_padding + note_line / 2) * scale_;
        label({x, y}, Align::left, Font::sans_bold, note_title, Role::text,
              elided(note.title, room + 1, Font::sans_bold, note_title * scale_, measure_));
        for (const std::string& line : note.lines) {
            y += note_line * scale_;
            label({x, y}, Align::left, Font::sans, note_text, Role::quiet,
                  elided(line, room + 1, Font::sans, note_text * scale_, measure_));
        }
    }

    const StoryLayout& layout_;
    const StoryContent& content_;
    const StoryLook& look_;
    const Palette& palette_;
    const TextMeasure& measure_;
    float scale_;
    Figure figure_;
};

} // namespace

Figure story_figure(const StoryLayout& layout, const StoryContent& content, const StoryLook& look,
                    const Palette& palette, const TextMeasure& measure) {
    return Painter(layout, content, look, palette, measure).paint();
}

} // namespace drawing
