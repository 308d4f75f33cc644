#include "ui/lesson/slide_frame.h"

#include "drawing/figures/formula.h"
#include "narration/narration.h"
#include "ui/lesson/card.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ui {

using namespace drawing;

namespace {

/// A length in a window that is 900 high, as a share of any window's height.
constexpr float of_900(float length) {
    return length / 900;
}

// Shares of the window's height. Letters are measured by the height of their lines.
constexpr float slide_margin = of_900(72), title_letters = of_900(67), least_title = of_900(38),
                title_centre = of_900(78), recall_centre = of_900(28), picture_top = of_900(122);
constexpr float steps_at = of_900(846), steps_height = of_900(7), above_steps = of_900(44),
                count_letters = of_900(29), formula_letters = of_900(36);
constexpr float caption_letters = of_900(48), closing_letters = caption_letters, caption_spacing = 1.25F,
                above_caption = of_900(16);
// Caption and question leave the rest to the picture: first their letters shrink a little, less where the
// picture can do with less height, then the picture does, and at last letters down to the smallest of a wall.
constexpr float texts_height = of_900(250), texts_below_tall = of_900(150), most_texts = of_900(360);
constexpr float smaller_caption = of_900(42), below_tall = of_900(37), least_caption = of_900(25),
                smaller_letters = 0.97F;
constexpr float asked_indent = 12;       // design pixels
constexpr float lines_for_tries = 1.25F; // heights of a caption's letters
constexpr float two_lines_for_tries = 2.2F, mean_letter = 0.48F;
constexpr float nearly_as_large = 0.72F;
constexpr float votes_height = 1.3F, votes_letters = 0.7F; // of a caption's letters

void draw_steps(Ui& ui, const Slide& slide, const Rect& line) {
    const auto count = static_cast<float>(slide.count);
    const float room = line.width - ui.px(62), gap = std::min(ui.px(5), 0.2F * room / count);
    const float width = (room - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < slide.count; ++i)
        ui.canvas.fill({line.x + static_cast<float>(i) * (width + gap), line.y, width, line.height},
                       ui[i < slide.number ? Role::query_fill : Role::track], line.height / 2);
    ui.canvas.text({line.right(), line.y + line.height / 2},
                   std::to_string(slide.number) + " / " + std::to_string(slide.count), Font::sans,
                   count_letters * ui.window.height, ui[Role::quiet], Align::right);
}

/// The formula, its stage lit, ending at `right` (its middle); returns its place.
Rect draw_formula(Ui& ui, const Slide& slide, Point right) {
    if (slide.formula.empty()) return {};
    FormulaStyle style{.size = formula_letters * ui.window.height, .lit_part = slide.lit_part};
    SetFormula set = set_formula(slide.formula, style, ui.theme.palette(), ui.canvas);
    if (const float most = 0.4F * ui.window.width; set.width > most) {
        style.size *= most / set.width;
        set = set_formula(slide.formula, style, ui.theme.palette(), ui.canvas);
    }
    const Rect place{right.x - set.width, right.y - set.height / 2, set.width, set.height};
    ui.canvas.paint(moved(std::move(set.figure), place.x, place.y));
    return place;
}

/// On one line, in the largest letters that it has room for; symbols are set as such ("What is d_k?").
void draw_title(Ui& ui, const std::string& title, Point at, float room) {
    const narration::Paragraph words{{title, narration::Tone::strong}};
    const float most = title_letters * ui.window.height, least = least_title * ui.window.height;
    float letters = most;
    const auto high = [&] { return paragraph(ui, {}, room, words, letters / ui.theme.scale, true); };
    while (letters > least && high() > 2 * letters)
        letters *= 0.95F;
    paragraph(ui, {at.x, at.y - high() / 2}, room, words, letters / ui.theme.scale, false);
}

/// The caption, and below it what is asked, or the answer and the votes: all in letters of one size. What a
/// try came to has its room from the start, in which its letters shrink: the picture keeps its place under a
/// hand that tries again.
class Texts {
public:
    Texts(Ui& ui, const Slide& slide, const FrameNeeds& needs, float width)
        : ui_(ui), caption_(slide.caption), right_(slide.right), answers_(needs.revealed && slide.answer),
          width_(width) {
        if (answers_ && needs.hall && needs.hall->total() > 0) voted_ = needs.hall;
        if (slide.question) asked_ = answers_ ? &*slide.answer : &*slide.question;
        if (asked_ && !answers_ && (slide.works || slide.clicks || slide.asks_number)) {
            keeps_room_ = true;
            longest_reply_ = slide.longest_reply;
            tried_ = slide.tried;
        }
    }

    void fit(bool tall) {
        const float window = ui_.window.height;
        const auto shrink = [&](float room, float least) {
            while (letters_ > least * window && high() > room)
                letters_ = std::max(letters_ * smaller_letters, least * window);
        };
        shrink(window * (tall ? texts_below_tall : texts_height), tall ? below_tall : smaller_caption);
        shrink(window * most_texts, least_caption);
        if (tried_) fit_try();
    }

    float high() { return set({}, true); }
    void draw(Point at) { set(at, false); }

private:
    /// In a line as large as the others, nearly so, or of its sentences the last alone.
    void fit_try() {
        const float room = room_for_tries(), least = least_caption * ui_.window.height;
        std::vector<narration::Span>& sentences = tried_->blocks.front().spans;
        for (;;) {
            letters_of_try_ = letters_;
            while (letters_of_try_ > least && high_of_try() > room)
                letters_of_try_ *= smaller_letters;
            if (sentences.size() < 2 || letters_of_try_ >= nearly_as_large * letters_) return;
            sentences.erase(sentences.begin());
            sentences.front().text.erase(0, 1); // the space before it
        }
    }
    float set_text(const lesson::LessonText& text, Point at, float width, bool measure_only, float letters) {
        return draw_lesson_text(ui_, text, at, width, letters / ui_.theme.scale, measure_only, {}, 0,
                                Role::text, caption_spacing);
    }
    float width_asked() const { return width_ - ui_.px(asked_indent); }
    float high_of_try() { return set_text(*tried_, {}, width_asked(), true, letters_of_try_); }
    float room_for_tries() const {
        if (!keeps_room_) return 0;
        const float line = mean_letter * nearly_as_large * letters_ * static_cast<float>(longest_reply_);
        return (line > width_asked() ? two_lines_for_tries : lines_for_tries) * letters_;
    }
    /// Draws them from `at` (top left) down, or only measures them; returns the height.
    float set(Point at, bool measure_only) {
        float y = at.y;
        if (!caption_.blocks.empty()) y += set_text(caption_, at, width_, measure_only, letters_);
        if (!asked_) return y - at.y;
        if (y > at.y) y += above_caption * ui_.window.height;
        const float left = at.x + ui_.px(asked_indent), width = width_asked();
        const float asked = set_text(*asked_, {left, y}, width, measure_only, letters_);
        const float votes = voted_ ? votes_height * letters_ : 0;
        const float told = tried_ ? std::max(high_of_try(), room_for_tries()) : room_for_tries();
        if (!measure_only) {
            ui_.canvas.fill({at.x, y, ui_.px(3), asked + votes + (tried_ ? told : 0)},
                            ui_[answers_ ? Role::good : Role::query_fill]);
            if (tried_) set_text(*tried_, {left, y + asked}, width, false, letters_of_try_);
            if (voted_) {
                const Rect below{left, y + asked + 0.15F * votes, width, 0.85F * votes};
                draw_votes(ui_, *voted_, right_, below, votes_letters * letters_);
            }
        }
        return y + asked + votes + told - at.y;
    }

    Ui& ui_;
    const lesson::LessonText& caption_;
    const lesson::LessonText* asked_ = nullptr;    ///< null: nothing is asked
    std::optional<lesson::LessonText> tried_ = {}; ///< empty: nothing is said of a try …
    bool keeps_room_ = false;                      ///< … but may be …
    std::size_t longest_reply_ = 0;                ///< … in so many characters
    const Hall* voted_ = nullptr; ///< stays in sight while the answer is told; null: nobody did
    std::size_t right_;           ///< the choice that is
    bool answers_;
    float width_;
    float letters_ = caption_letters * ui_.window.height, letters_of_try_ = 0;
};

/// What one can do now, and what comes next, in the middle of the window.
void draw_closing(Ui& ui, const Slide& slide) {
    const Rect& window = ui.window;
    const float side = slide_margin * window.height;
    const float width = std::min(window.width - 2 * side, 1.4F * window.height);
    const float letters = closing_letters * window.height / ui.theme.scale;
    const float high = draw_lesson_text(ui, slide.caption, {}, width, letters, true);
    const Rect place{side, (window.height - high) / 2, width, high};
    draw_lesson_text(ui, slide.caption, {place.x, place.y}, width, letters, false);
    ui.anchors.add("lecture/closing", place);
}

} // namespace

SlideFrame draw_slide_frame(Ui& ui, const Slide& slide, const FrameNeeds& needs) {
    const float window = ui.window.height, side = slide_margin * window, width = ui.window.width - 2 * side,
                y = title_centre * window;
    ui.canvas.fill(ui.window, ui[Role::background]);
    const Rect formula = draw_formula(ui, slide, {side + width, y});
    if (slide.recalls)
        ui.canvas.text({side, recall_centre * window}, ui.text("lecture.recalls"), Font::sans,
                       count_letters * window, ui[Role::quiet]);
    draw_title(ui, slide.title, {side, y}, width - (formula.width > 0 ? formula.width + side / 2 : 0));
    const float steps = steps_at * window;
    draw_steps(ui, slide, {side, steps, width, steps_height * window});
    if (slide.closing) {
        draw_closing(ui, slide);
        return {};
    }
    Texts texts(ui, slide, needs, width);
    texts.fit(needs.tall);
    const float high = texts.high(), below = steps - above_steps * window;
    const Rect place{side, below - high, width, high};
    texts.draw({place.x, place.y});
    ui.anchors.add("lecture/caption", place);
    const float top = std::max(picture_top * window, formula.bottom() + 0.01F * window);
    return {{side, top, width, place.y - above_caption * window - top}, place};
}

} // namespace ui
