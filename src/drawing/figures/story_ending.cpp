// How a story ends: in the model's answer, whether that is right, and what it was before a cut.
#include "drawing/figures/story.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <iterator>

namespace drawing {

using namespace story_sizes;

namespace {

/// From 0.9 over 1.05 to 1: how something pops up.
float popped(float share) {
    return share < 0.6F ? 0.9F + 0.15F * share / 0.6F : 1.05F - 0.05F * (share - 0.6F) / 0.4F;
}

Rect scaled(const Rect& rect, float by) {
    const Point c = rect.centre();
    return {c.x - by * rect.width / 2, c.y - by * rect.height / 2, by * rect.width, by * rect.height};
}

class Ending {
public:
    Ending(const StoryLayout& layout, const StoryContent& content, float there, const Palette& palette,
           const TextMeasure& measure)
        : layout_(layout), content_(content), there_(there), palette_(palette), measure_(measure),
          scale_(layout.scale) {}

    Figure paint() {
        for (std::size_t i = 0; i < content_.answers.size(); ++i)
            answer(content_.answers[i], layout_.answers[i]);
        if (content_.answers.empty() && there_ >= 1) no_answer();
        return std::move(figure_);
    }

private:
    Rgba operator[](Role role) const { return palette_[role]; }

    void add(Figure shapes) { std::ranges::move(shapes, std::back_inserter(figure_)); }
    void label(Point at, Align align, Font font, float size, Rgba colour, const std::string& text) {
        figure_.push_back(Label{at, align, font, size * scale_, colour, text});
    }
    float width(Font font, float size, const std::string& text) const {
        return measure_.width(font, size * scale_, text);
    }

    /// What the line became; before it what it used to become, and after it whether that is right.
    void answer(const StoryAnswer& answer, const Rect& chip) {
        const bool is_own = content_.answered == content_.main.marked;
        const float pop = popped(there_);
        add(answer_figure(scaled(chip, pop), answer, is_own, pop * scale_, palette_, measure_));
        if (there_ < 1) return;
        const float right = verdict(answer, {chip.right() + 16 * scale_, chip.centre().y});
        before(answer, chip, right);
    }

    /// Returns its right end.
    float verdict(const StoryAnswer& answer, Point at) {
        if (!answer.right) return at.x;
        const Rgba ink = (*this)[*answer.right ? Role::good : Role::positive];
        const Point sign{at.x + 6 * scale_, at.y};
        if (*answer.right) {
            figure_.push_back(Line{{sign.x - 6 * scale_, sign.y},
                                   {sign.x - 1 * scale_, sign.y + 5 * scale_},
                                   ink,
                                   2.4F * scale_});
            figure_.push_back(Line{{sign.x - 1 * scale_, sign.y + 5 * scale_},
                                   {sign.x + 7 * scale_, sign.y - 5 * scale_},
                                   ink,
                                   2.4F * scale_});
        } else {
            add(sign_of_wrong(sign, 5 * scale_, ink, 2.2F * scale_));
        }
        const float x = at.x + 22 * scale_;
        const float wide = width(Font::sans_medium, 18, answer.verdict);
        if (x + wide > layout_.left + layout_.width) return x; // the sign says it
        label({x, at.y}, Align::left, Font::sans_medium, 18, ink, answer.verdict);
        return x + wide;
    }

    /// On the left of the answer where there is room, else after the verdict.
    void before(const StoryAnswer& answer, const Rect& chip, float right) {
        const Rgba quiet = (*this)[Role::quiet];
        const float y = chip.centre().y;
        if (answer.was.empty()) {
            const float x = chip.x - 16 * scale_, text = width(Font::sans, 18, answer.label);
            if (x - text >= layout_.left) label({x, y}, Align::right, Font::sans, 18, quiet, answer.label);
            return;
        }
        const float text =
            width(Font::sans_bold, 21.5F, answer.was) + width(Font::mono, 15.5F, answer.was_number);
        const float wide = std::max(124 * scale_, text + 40 * scale_), arrow = 44 * scale_, gap = 12 * scale_;
        const float name = width(Font::sans, 18, answer.before) + gap;
        const bool fits_left = chip.x - 20 * scale_ - arrow - gap - wide - name >= layout_.left;
        const float x = fits_left ? chip.x - 20 * scale_ - arrow - gap - wide : right + 24 * scale_ + name;
        const Rect rect{x, y - 20 * scale_, wide, 40 * scale_};
        label({x - gap, y}, Align::right, Font::sans, 18, quiet, answer.before);
        dashed_box(rect);
        label({rect.right() - 12 * scale_, y}, Align::right, Font::mono, 15.5F, quiet, answer.was_number);
        const float room = wide - width(Font::mono, 15.5F, answer.was_number) - 12 * scale_;
        label({rect.x + room / 2, y}, Align::centre, Font::sans_bold, 21.5F, quiet, answer.was);
        if (!fits_left) return;
        const float from = rect.right() + gap, to = from + arrow;
        const Rgba ink = (*this)[Role::text];
        figure_.push_back(Line{{from, y}, {to, y}, ink, 2 * scale_});
        figure_.push_back(Line{{to - 7 * scale_, y - 6 * scale_}, {to, y}, ink, 2 * scale_});
        figure_.push_back(Line{{to - 7 * scale_, y + 6 * scale_}, {to, y}, ink, 2 * scale_});
    }

    void dashed_box(const Rect& rect) {
        const float r = 10 * scale_, k = 0.55F * r;
        const float left = rect.x, top = rect.y, right = rect.right(), bottom = rect.bottom();
        const auto side = [&](Point from, Point to) {
            const auto towards = [&](float share) {
                return Point{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
            };
            for (const Curve& dash : dashed(
                     {from, towards(1 / 3.0F), towards(2 / 3.0F), to, (*this)[Role::masked], 1.5F * scale_},
                     4 * scale_, 4 * scale_))
                figure_.push_back(dash);
        };
        const auto corner = [&](Point from, Point a, Point b, Point to) {
            figure_.push_back(Curve{from, a, b, to, (*this)[Role::masked], 1.5F * scale_});
        };
        side({left + r, top}, {right - r, top});
        side({right, top + r}, {right, bottom - r});
        side({right - r, bottom}, {left + r, bottom});
        side({left, bottom - r}, {left, top + r});
        corner({left, top + r}, {left, top + r - k}, {left + r - k, top}, {left + r, top});
        corner({right - r, top}, {right - r + k, top}, {right, top + r - k}, {right, top + r});
        corner({right, bottom - r}, {right, bottom - r + k}, {right - r + k, bottom}, {right - r, bottom});
        corner({left + r, bottom}, {left + r - k, bottom}, {left, bottom - r + k}, {left, bottom - r});
    }

    /// Where the answer would be.
    void no_answer() {
        if (content_.no_answer.empty()) return;
        const float y = layout_.main.bands.back().y - (below_answers + answer_height / 2) * scale_;
        const std::string text = elided(content_.no_answer, layout_.width, Font::sans, 18 * scale_, measure_);
        const float half = width(Font::sans, 18, text) / 2;
        const float x = std::clamp(layout_.main.x(content_.main.marked), layout_.left + half,
                                   std::max(layout_.left + half, layout_.left + layout_.width - half));
        label({x, y}, Align::centre, Font::sans, 18, (*this)[Role::quiet], text);
    }

    const StoryLayout& layout_;
    const StoryContent& content_;
    float there_; ///< how much of the answer has popped up
    const Palette& palette_;
    const TextMeasure& measure_;
    float scale_;
    Figure figure_;
};

} // namespace

Figure ending_figure(const StoryLayout& layout, const StoryContent& content, float seconds,
                     const Palette& palette, const TextMeasure& measure) {
    const float there = play_of(content).answer().part(0.5F, 1).share(seconds);
    if (there <= 0) return {};
    return Ending(layout, content, there, palette, measure).paint();
}

Figure sign_of_wrong(Point centre, float arm, Rgba ink, float thickness) {
    const Point c = centre;
    return {Line{{c.x - arm, c.y - arm}, {c.x + arm, c.y + arm}, ink, thickness},
            Line{{c.x - arm, c.y + arm}, {c.x + arm, c.y - arm}, ink, thickness}};
}

namespace {

constexpr float answer_word = 26.5F, answer_number = 17, answer_edge = 14, answer_radius = 10;

} // namespace

Figure answer_figure(const Rect& rect, const StoryAnswer& answer, bool is_own, float scale,
                     const Palette& palette, const TextMeasure& measure) {
    const Rgba fill = palette[is_own ? Role::query_fill : Role::card];
    const Rgba ink = is_own ? readable_on(fill) : palette[Role::text];
    const float middle = rect.centre().y, edge = answer_edge * scale, number = answer_number * scale;
    Figure figure{Fill{rect, fill, answer_radius * scale}};
    if (!is_own) figure.push_back(Stroke{rect, palette[Role::masked], 1.5F * scale, answer_radius * scale});
    figure.push_back(
        Label{{rect.right() - edge, middle}, Align::right, Font::mono, number, ink, answer.number});
    const float room = rect.width - measure.width(Font::mono, number, answer.number) - edge;
    figure.push_back(Label{
        {rect.x + room / 2, middle}, Align::centre, Font::sans_bold, answer_word * scale, ink, answer.word});
    return figure;
}

float answer_width_of(const StoryAnswer& answer, float scale, const TextMeasure& measure) {
    const float text = measure.width(Font::sans_bold, answer_word * scale, answer.word) +
                       measure.width(Font::mono, answer_number * scale, answer.number);
    return std::max(text + 46 * scale, answer_width * scale);
}

} // namespace drawing
