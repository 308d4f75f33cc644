#include "drawing/figures/share.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>

namespace drawing {

namespace {

// Pixels. Texts are measured from ascent to descent: 1.21 of the em in Inter, 1.32 in JetBrains Mono.
constexpr float side_margin = 60, question_middle = 78, question_size = 1.21F * 46;
constexpr Rect sentence_area{side_margin, 140, share_width - 2 * side_margin, 334};
constexpr float number_middle = 522, number_size = 1.32F * 54, telling_size = 1.21F * 22, telling_pitch = 28;
constexpr float answer_scale = 1.4F; // of the story's
constexpr float foot_line = 608, foot_middle = 638, logo_size = 20;
const SentenceLook share_look{.sizes = {.box = 56, .text = 1.21F * 20, .gap = 9, .fills = true},
                              .whole = 26,
                              .least = 1.3F,
                              .written = false};

// The clip: the words are there, the arcs grow, the number comes; then it rests.
constexpr double arcs_begin = 0.5, arcs_end = 3.2, number_end = 3.7;

float share_of(double seconds, double begin, double end) {
    return static_cast<float>(std::clamp((seconds - begin) / (end - begin), 0.0, 1.0));
}

void add_all(Figure& figure, Figure&& more) {
    figure.insert(figure.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

float line_width(const ColouredText& line, Font font, float size, const TextMeasure& measure) {
    float whole = 0;
    for (const auto& [text, role] : line)
        whole += measure.width(font, size, text);
    return whole;
}

class SharePainter {
public:
    SharePainter(const Palette& palette, const TextMeasure& measure) : palette_(palette), measure_(measure) {}

    Figure sheet(const ShareSheet& sheet, Figure inside) {
        write(sheet.question, {side_margin, question_middle}, Font::sans_bold, question_size,
              share_width - 2 * side_margin, 1);
        add_all(figure_, std::move(inside));
        foot(sheet);
        return std::move(figure_);
    }

    Figure sentence(const ShareContent& content, double seconds) {
        SentenceLook look = share_look;
        look.grown = share_of(seconds, arcs_begin, arcs_end);
        const WordRow row = sentence_row(sentence_area, content.sentence, look, measure_);
        figure_ = sentence_figure(sentence_area, row, content.sentence, look, palette_, measure_);
        const auto key = content.sentence.is_read;
        const auto box = key ? row.box(*key) : std::nullopt;
        const float come = share_of(seconds, arcs_end, number_end);
        if (box && come > 0) number(content, *box, come);
        return std::move(figure_);
    }

private:
    /// A line, smaller where it has no room.
    void write(const ColouredText& line, Point at, Font font, float size, float room, float opacity) {
        const float whole = line_width(line, font, size, measure_);
        const float fitting = size * std::min(1.0F, room / std::max(whole, 1.0F));
        for (const auto& [text, role] : line) {
            figure_.push_back(Label{at, Align::left, font, fitting, palette_[role].faded(opacity), text});
            at.x += measure_.width(font, fitting, text);
        }
    }

    /// Below the word that is read most; further left where there is no room for its lines.
    void number(const ShareContent& content, const Rect& box, float come) {
        constexpr float gap = 22;
        const std::string text =
            number_text(content.sentence.weights[static_cast<std::size_t>(*content.sentence.is_read)], 2);
        const float wide = gap + (content.answer ? answer_width_of(*content.answer, answer_scale, measure_)
                                                 : measure_.width(Font::mono_bold, number_size, text));
        float lines = 0;
        for (const ColouredText& line : content.telling)
            lines = std::max(lines, line_width(line, Font::sans, telling_size, measure_));
        const float x = std::max(side_margin, std::min(box.x, share_width - side_margin - wide - lines));
        if (content.answer) {
            const float high = story_sizes::answer_height * answer_scale;
            const Rect chip{x, number_middle - high / 2, wide - gap, high};
            add_all(figure_, answer_figure(chip, *content.answer, true, answer_scale, palette_, measure_));
        } else {
            write({{text, Role::key}}, {x, number_middle}, Font::mono_bold, number_size, wide, come);
        }
        float y = number_middle - telling_pitch / 2 * static_cast<float>(content.telling.size() - 1);
        for (const ColouredText& line : content.telling) {
            write(line, {x + wide, y}, Font::sans, telling_size, share_width - side_margin - x - wide, come);
            y += telling_pitch;
        }
    }

    void foot(const ShareSheet& sheet) {
        const float right = share_width - side_margin;
        figure_.push_back(Line{{side_margin, foot_line}, {right, foot_line}, palette_[Role::hairline], 1});
        logo({side_margin, foot_middle - logo_size / 2, logo_size, logo_size});
        figure_.push_back(Label{{side_margin + logo_size + 10, foot_middle},
                                Align::left,
                                Font::sans_bold,
                                1.21F * 18,
                                palette_[Role::text],
                                sheet.program});
        figure_.push_back(Label{{right, foot_middle},
                                Align::right,
                                Font::sans,
                                1.21F * 16,
                                palette_[Role::quiet],
                                elided(sheet.origin, 0.7F * share_width, Font::sans, 1.21F * 16, measure_)});
    }

    /// Query, key and value meet in one square.
    void logo(const Rect& r) {
        const float half = r.width / 2;
        figure_.push_back(Fill{r, palette_[Role::query_fill], 0.26F * r.width});
        figure_.push_back(
            Triangle{{r.x + half, r.y}, {r.x + half, r.y + half}, {r.x, r.y + half}, palette_[Role::value]});
        figure_.push_back(Fill{{r.x, r.y + half, half, half}, palette_[Role::key_line], 0.2F * r.width});
        figure_.push_back(Fill{{r.x + 0.6F * half, r.y + half, 0.4F * half, half}, palette_[Role::key_line]});
    }

    const Palette& palette_;
    const TextMeasure& measure_;
    Figure figure_;
};

} // namespace

Figure share_sheet(const ShareSheet& sheet, Figure inside, const Palette& palette,
                   const TextMeasure& measure) {
    return SharePainter(palette, measure).sheet(sheet, std::move(inside));
}

Figure share_figure(const ShareContent& content, double seconds, const Palette& palette,
                    const TextMeasure& measure) {
    Figure sentence = SharePainter(palette, measure).sentence(content, seconds);
    return share_sheet(content.sheet, std::move(sentence), palette, measure);
}

} // namespace drawing
