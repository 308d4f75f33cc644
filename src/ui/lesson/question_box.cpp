#include "ui/lesson/question_box.h"

#include "base/text.h"
#include "drawing/shapes/colours.h"
#include "ui/lesson/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text_field.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;

namespace {

constexpr float bar_width = 78; // design pixels

class BarQuestion {
public:
    BarQuestion(Ui& ui, const lesson::Question& question, QuestionState& state, const lesson::Scope& scope,
                const Rect& area)
        : ui_(ui), question_(question), state_(state), scope_(scope), area_(area),
          floor_(area.bottom() - ui.px(22)), height_(floor_ - area.y - ui.px(16)), most_(highest()) {}

    void draw() {
        ui_.canvas.line({area_.x, floor_}, {area_.right(), floor_}, ui_[Role::hairline], ui_.px(1.2F));
        if (question_.beside.empty()) return asked(area_.centre().x);
        const double beside = lesson::number_of(question_.beside, scope_);
        labelled(bar(area_.x + 0.25F * area_.width, beside), question_.beside, beside, ui_[Role::weight]);
        asked(area_.x + 0.75F * area_.width);
    }

private:
    /// The number at the top of the plot: 1 for weights; else the largest of the matrix, which does not tell
    /// which of them is asked for. The given bar fits as well.
    double highest() const {
        const double beside = question_.beside.empty() ? 0 : lesson::number_of(question_.beside, scope_);
        return std::max(highest_of_asked(), beside);
    }
    double highest_of_asked() const {
        const lesson::Value value = lesson::evaluate(question_.formula, scope_);
        const double right = std::get<double>(value.is);
        if (!value.place) return std::max(2.5 * right, 0.01);
        if (attention::family(value.place->quantity) == attention::Family::weight) return 1;
        const workbench::Pass& pass = value.place->right ? *scope_.right : scope_.pass;
        const Range range = range_of(pass.trace.matrix(value.place->quantity, value.place->head));
        return std::max<double>(range.high, 1.1 * right);
    }

    Rect bar(float centre, double value) const {
        const float high = height_ * static_cast<float>(value / most_), wide = ui_.px(bar_width);
        return {centre - wide / 2, floor_ - high, wide, high};
    }

    void asked(float centre) {
        if (state_.open()) drag(bar(centre, 0));
        const Rect mine = bar(centre, state_.bar);
        if (state_.open()) {
            const Rgba soft = mix(ui_[Role::card], ui_[Role::weight], 0.4F);
            labelled(mine, question_.formula, state_.bar, soft);
            return handle({mine.centre().x, mine.y});
        }
        const double right = lesson::number_of(question_.formula, scope_);
        labelled(bar(centre, right), question_.formula, right, ui_[Role::good]);
        ui_.canvas.line({mine.x - ui_.px(8), mine.y}, {mine.right() + ui_.px(8), mine.y}, ui_[Role::text],
                        ui_.px(1.5F));
    }

    /// Where to take hold of the bar, however low it is: a knob with two arrows.
    void handle(Point at) {
        const float radius = ui_.px(11), tip = ui_.px(4), gap = ui_.px(2.5F);
        const Rgba ink = readable_on(ui_[Role::query_fill]);
        ui_.canvas.paint(Disc{at, radius, ui_[Role::query_fill]});
        for (const float way : {-1.0F, 1.0F})
            ui_.canvas.paint(Triangle{{at.x, at.y + way * (gap + 1.2F * tip)},
                                      {at.x - tip, at.y + way * gap},
                                      {at.x + tip, at.y + way * gap},
                                      ink});
    }

    void drag(const Rect& foot) {
        const Rect reach{foot.x - ui_.px(12), floor_ - height_ - ui_.px(14), foot.width + ui_.px(24),
                         height_ + ui_.px(22)};
        const Touch t = touch(ui_, "lesson/bar", reach);
        if (t.held) {
            state_.bar = std::clamp(static_cast<double>((floor_ - ui_.mouse.y) / height_), 0.0, 1.0) * most_;
            ui_.motion.draw_again();
        }
        if (!t.focused) return;
        focus_ring(ui_, reach, ui_.px(6));
        if (ui_.pressed(GLFW_KEY_UP)) state_.bar = std::min(most_, state_.bar + most_ / 50);
        if (ui_.pressed(GLFW_KEY_DOWN)) state_.bar = std::max(0.0, state_.bar - most_ / 50);
    }

    void labelled(const Rect& bar, const std::string& formula, double value, Rgba colour) {
        ui_.canvas.fill(bar, colour, ui_.px(4));
        ui_.canvas.text({bar.centre().x, bar.y - ui_.px(20)}, base::fixed(value, 2), Font::mono,
                        ui_.px(label_size), ui_[Role::text], Align::centre);
        ui_.canvas.text({bar.centre().x, floor_ + ui_.px(12)}, name_in(formula), Font::sans_medium,
                        ui_.px(label_size), ui_[Role::text], Align::centre);
    }

    /// The word of a cell: its column. What is computed has none.
    std::string name_in(const std::string& formula) const {
        const lesson::Value value = lesson::evaluate(formula, scope_);
        if (!value.place || !value.place->column) return {};
        const workbench::Pass& pass = value.place->right ? *scope_.right : scope_.pass;
        return pass.names.column(value.place->quantity, *value.place->column);
    }

    Ui& ui_;
    const lesson::Question& question_;
    QuestionState& state_;
    const lesson::Scope& scope_;
    const Rect area_;
    const float floor_, height_;
    const double most_;
};

} // namespace

void draw_bar_question(Ui& ui, const lesson::Question& question, QuestionState& state,
                       const lesson::Scope& scope, const Rect& area) {
    BarQuestion(ui, question, state, scope, area).draw();
}

using lesson::Question;
using lesson::QuestionKind;

namespace {

// Design pixels.
constexpr float question_size = 17, ask_size = 19, gap = 12, row_height = 40, bars_height = 130;
constexpr float verdict_padding = 14, tick_room = 32, because_size = 16.5F;

/// Lays the parts of the box out from top to bottom; draws them unless it only measures.
class Box {
public:
    Box(Ui& ui, LessonRun& run, lesson::Telling& telling, Point at, float width, bool measure_only,
        const std::function<void(const lesson::LessonText&)>& add_ties, const TieUse& tied)
        : ui_(ui), run_(run), question_(*run.step().question), state_(run.question()), telling_(telling),
          scope_(telling.scope()), x_(at.x), y_(at.y), width_(width), measure_only_(measure_only),
          add_ties_(add_ties), tied_(tied) {}

    float draw() {
        const float top = y_;
        if (state_.open() || question_.kind == QuestionKind::choose || question_.kind == QuestionKind::bar) {
            tell(strong(telling_.told(question_.ask)), ask_size);
            y_ += ui_.px(gap);
        }
        how();
        ask();
        outcome();
        return y_ - top;
    }

private:
    void say(const narration::Paragraph& words, float size) {
        y_ += paragraph(ui_, {x_, y_}, width_, words, size, measure_only_);
    }
    void tell(const std::string& markdown, float size = question_size, Role ink = Role::text) {
        tell(telling_.told(markdown), size, ink);
    }
    void tell(const lesson::LessonText& text, float size, Role ink = Role::text) {
        const int first = first_tie_;
        if (!measure_only_) {
            add_ties_(text);
            first_tie_ += static_cast<int>(text.ties.size());
        }
        y_ += draw_lesson_text(ui_, text, {x_, y_}, width_, size, measure_only_, tied_, first, ink);
    }
    void answered(const lesson::Verdict& verdict) {
        run_.judge(verdict);
        ui_.motion.draw_again();
    }

    void ask() {
        switch (question_.kind) {
        case QuestionKind::choose:
            return choices();
        case QuestionKind::number:
            return number();
        case QuestionKind::bar:
            return bars();
        case QuestionKind::order:
            return stages();
        case QuestionKind::click:
        case QuestionKind::drag:
        case QuestionKind::goal:
            return;
        }
    }
    /// How the question is answered, where that does not show.
    void how() {
        const char* text = question_.kind == QuestionKind::bar     ? "lesson.drag"
                           : question_.kind == QuestionKind::order ? "lesson.put_in_order"
                                                                   : nullptr;
        if (!text || !state_.open()) return;
        y_ -= ui_.px(4);
        say({{ui_.text(text)}}, note_size);
        y_ += ui_.px(gap);
    }

    // ---------------------------------------------------------------- choose

    void choices() {
        std::optional<std::size_t> right;
        if (!state_.open()) right = lesson::right_choice(question_, scope_);
        for (std::size_t i = 0; i < question_.choices.size(); ++i) {
            const lesson::LessonText& text = telling_.told(question_.choices[i].text);
            const float inset = ui_.px(12), room = width_ - 2 * inset;
            const float high = draw_lesson_text(ui_, text, {}, room, question_size, true) + ui_.px(12);
            const Rect row{x_, y_, width_, high};
            if (!measure_only_) choice(i, text, row, i == right);
            y_ += high + ui_.px(6);
        }
    }
    void choice(std::size_t i, const lesson::LessonText& text, const Rect& row, bool is_right) {
        const bool tried = state_.wrong.contains(i), can = state_.open() && !tried;
        const Touch t = touch(ui_, "lesson/choice/" + std::to_string(i), row, can);

        ui_.canvas.fill(
            row, t.hovered && can ? mix(ui_[Role::card], ui_[Role::query_fill], 0.1F) : ui_[Role::card],
            ui_.px(7));
        ui_.canvas.stroke(row, is_right ? ui_[Role::good] : ui_[Role::hairline],
                          ui_.px(is_right ? 2.5F : 1.2F), ui_.px(7));
        if (t.focused) focus_ring(ui_, row, ui_.px(7));
        Ui plain = ui_.in(ui_.theme);
        plain.explains = !state_.open();
        draw_lesson_text(plain, text, {row.x + ui_.px(12), row.y + ui_.px(6)}, row.width - ui_.px(24),
                         question_size, false, {}, 0, tried ? Role::quiet : Role::text);
        if (!t.clicked) return;
        const lesson::Verdict verdict = lesson::judge_choice(question_, i, scope_);
        if (!verdict.right) state_.wrong.insert(i);
        answered(verdict);
    }

    // ---------------------------------------------------------------- number

    void number() {
        const std::string& check = ui_.text("lesson.check");
        const float wide = button_width(ui_, check, card_size), field = width_ - wide - ui_.px(8);
        const Rect place{x_, y_, std::min(field, ui_.px(130)), ui_.px(row_height)};
        if (!measure_only_ && state_.open()) {
            const auto typed = lesson::typed_number(state_.typed, question_.decimals == 0);
            const TextFieldResult result = text_field(ui_, "lesson/number", place, state_.typed,
                                                      {.font = Font::mono,
                                                       .wrong = !state_.typed.empty() && !typed,
                                                       .take_focus = std::exchange(state_.takes_caret, false),
                                                       .placeholder = ui_.text("lesson.a_number")});
            const Rect beside{place.right() + ui_.px(8), y_, wide, place.height};
            const bool pressed =
                button(ui_, "lesson/check", beside, check,
                       {.look = ButtonLook::filled, .enabled = typed.has_value(), .text_size = card_size});
            if (typed && (pressed || result.entered))
                answered(lesson::judge_number(question_, *typed, scope_));
            else if (result.entered)
                say_no_number();
            state_.takes_caret = result.entered && state_.open();
        }
        if (state_.open()) y_ += place.height + ui_.px(4);
    }
    /// Not an answer, so it does not count as one.
    void say_no_number() {
        state_.verdict = {.slip = "no_number"};
        ui_.motion.draw_again();
    }

    // ---------------------------------------------------------------- bar

    void bars() {
        const Rect area{x_, y_, width_, ui_.px(bars_height)};
        y_ += area.height + ui_.px(6);
        if (!measure_only_) draw_bar_question(ui_, question_, state_, scope_, area);
        if (!state_.open()) return;
        const std::string& check = ui_.text("lesson.check");
        const Rect place{x_, y_, button_width(ui_, check, card_size), ui_.px(row_height)};
        y_ += ui_.px(row_height + 4);
        if (!measure_only_ &&
            button(ui_, "lesson/check", place, check, {.look = ButtonLook::filled, .text_size = card_size}))
            answered(lesson::judge_bar(question_, state_.bar, scope_));
    }

    // ---------------------------------------------------------------- order

    /// Chips to be clicked one after another; a click on one that is already placed takes it and those after
    /// it back.
    void stages() {
        float x = x_;
        const float high = ui_.px(row_height);
        for (const std::string& key : question_.order) {
            const auto placed = std::ranges::find(state_.order, key);
            const bool is_placed = placed != state_.order.end();
            std::string label(attention::stage_named(key)->title);
            const float wide =
                button_width(ui_, "0. " + label, card_size); // as wide with its number as without
            if (is_placed) label = std::to_string(placed - state_.order.begin() + 1) + ". " + label;
            if (x > x_ && x + wide > x_ + width_) {
                x = x_;
                y_ += high + ui_.px(6);
            }
            if (!measure_only_ &&
                button(ui_, "lesson/order/" + key, {x, y_, wide, high}, label,
                       {.on = is_placed, .text_size = card_size}) &&
                state_.open()) {
                if (is_placed)
                    state_.order.erase(placed, state_.order.end());
                else
                    state_.order.push_back(key);
                if (state_.order.size() == question_.order.size()) judge_order();
                ui_.motion.draw_again();
            }
            x += wide + ui_.px(6);
        }
        y_ += high + ui_.px(6);
    }
    void judge_order() {
        const lesson::Verdict verdict = lesson::judge_order(question_, state_.order);
        answered(verdict);
        if (verdict.right) return;
        // What is right so far stays.
        const auto right = lesson::right_order(question_);
        const auto differs = std::ranges::mismatch(state_.order, right).in1;
        state_.order.erase(differs, state_.order.end());
        state_.right_so_far = state_.order.size();
    }

    // ---------------------------------------------------------------- afterwards

    /// The same text, but what has no colour of its own stands out.
    static lesson::LessonText strong(lesson::LessonText text) {
        for (lesson::Block& block : text.blocks)
            for (narration::Span& span : block.spans)
                if (span.tone == narration::Tone::plain) span.tone = narration::Tone::strong;
        return text;
    }
    static bool begins_briefly(const lesson::LessonText& text) {
        constexpr std::size_t longest = 32; // letters on one line of the card
        return lesson::plain_text(lesson::first_sentence(text)).size() <= longest;
    }
    /// The first sentence stands out.
    static lesson::LessonText with_heading(lesson::LessonText text) {
        std::size_t left = lesson::plain_text(lesson::first_sentence(text)).size();
        if (text.blocks.empty()) return text;
        narration::Paragraph spans;
        for (const narration::Span& span : text.blocks.front().spans) {
            const std::size_t taken = std::min(left, span.text.size());
            left -= taken;
            narration::Span first = span, rest = span;
            first.text.resize(taken);
            rest.text.erase(0, taken);
            if (first.tone == narration::Tone::plain) first.tone = narration::Tone::strong;
            if (!first.text.empty()) spans.push_back(std::move(first));
            if (!rest.text.empty()) spans.push_back(std::move(rest));
        }
        text.blocks.front().spans = std::move(spans);
        return text;
    }
    /// On a ground of its own, with a tick if it is right: the heading, and what is said `below` it.
    template <typename Below>
    void on_ground(Rgba ground, bool ticked, const std::string& heading, const Below& below) {
        const float pad = ui_.px(verdict_padding), inset = ui_.px(ticked ? tick_room : 0);
        const Point corner{x_, y_};
        const float whole = width_;
        const auto lay = [&](bool measure) {
            const bool before = std::exchange(measure_only_, measure);
            x_ = corner.x + pad + inset;
            y_ = corner.y + pad;
            width_ = whole - 2 * pad - inset;
            if (!heading.empty()) {
                say({{heading, narration::Tone::strong}}, question_size);
                y_ += ui_.px(2);
            }
            below();
            const float high = y_ + pad - corner.y;
            measure_only_ = before;
            return high;
        };
        const float high = lay(true);
        if (!measure_only_) {
            ui_.canvas.fill({corner.x, corner.y, whole, high}, ground, ui_.px(8));
            const float icon = ui_.px(20);
            if (ticked)
                draw_icon(ui_, Icon::tick,
                          {corner.x + pad - ui_.px(2), corner.y + pad + ui_.px(1), icon, icon},
                          ui_[Role::good]);
            lay(false);
        }
        x_ = corner.x;
        y_ = corner.y + high;
        width_ = whole;
    }

    void outcome() {
        if (!state_.open()) return answer();
        reply();
        hint();
    }
    void answer() {
        const Rgba ground = mix(ui_[Role::card], ui_[Role::good], 0.12F);
        lesson::LessonText because = telling_.told(question_.because);
        // A short first sentence is the heading: "The dog."
        const bool has_heading = state_.right && begins_briefly(because);
        if (has_heading) because = with_heading(std::move(because));
        const char* heading = state_.right ? "lesson.right" : "lesson.revealed";
        on_ground(ground, state_.right, has_heading ? "" : ui_.text(heading), [&] {
            const bool chosen = question_.kind == QuestionKind::choose;
            const std::string own =
                chosen ? question_.choices[lesson::right_choice(question_, scope_)].because : std::string();
            if (!own.empty()) tell(own, because_size);
            tell(because, because_size);
        });
    }
    /// To an answer in vain.
    void reply() {
        const std::string& slip = state_.verdict.slip;
        if (state_.attempts == 0 && slip.empty()) return;
        y_ += ui_.px(6);
        const bool no_number = slip == "no_number";
        on_ground(ui_[Role::sunk], false, no_number ? "" : ui_.text("lesson.wrong"), [&] {
            if (question_.kind == QuestionKind::order)
                y_ += paragraph(
                    ui_, {x_, y_}, width_,
                    ui_.said(state_.right_so_far > 0 ? "lesson.in_order_so_far" : "lesson.none_in_order",
                             {{"count", {{std::to_string(state_.right_so_far)}}}}),
                    because_size, measure_only_);
            else if (!state_.verdict.because.empty())
                tell(state_.verdict.because, because_size);
            else if (!slip.empty())
                y_ += paragraph(ui_, {x_, y_}, width_,
                                ui_.said(("lesson.slip_" + slip).c_str(), state_.verdict.values),
                                because_size, measure_only_);
        });
    }
    void hint() {
        if (question_.hint.empty()) return;
        y_ += ui_.px(8);
        if (state_.hinted) return tell(question_.hint, because_size, Role::quiet);
        const std::string& label = ui_.text("lesson.hint");
        const float wide = button_width(ui_, label, because_size), high = ui_.px(control_height);
        // Its letters begin where the text does.
        const float letters = ui_.canvas.width(Font::sans_medium, ui_.px(because_size), label);
        const Rect place{x_ - (wide - letters) / 2, y_, wide, high};
        if (!measure_only_ &&
            button(ui_, "lesson/hint", place, label, {.look = ButtonLook::tab, .text_size = because_size})) {
            state_.hinted = true;
            ui_.motion.draw_again();
        }
        y_ += high;
    }

    Ui& ui_;
    LessonRun& run_;
    const Question& question_;
    QuestionState& state_;
    lesson::Telling& telling_;
    const lesson::Scope scope_;
    float x_, y_, width_;
    bool measure_only_;
    const std::function<void(const lesson::LessonText&)>& add_ties_;
    const TieUse& tied_;
    int first_tie_ = 0;
};

} // namespace

float draw_question_box(Ui& ui, LessonRun& run, lesson::Telling& telling, Point at, float width,
                        bool measure_only, const std::function<void(const lesson::LessonText&)>& add_ties,
                        const TieUse& tied) {
    const auto no_ties = [](const lesson::LessonText&) {};
    const float high = Box(ui, run, telling, {}, width, true, no_ties, {}).draw();
    if (measure_only) return high;
    ui.anchors.add("lesson/question", {at.x, at.y, width, high});
    Box(ui, run, telling, at, width, false, add_ties, tied).draw();
    return high;
}

} // namespace ui
