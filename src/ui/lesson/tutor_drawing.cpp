// What a lesson draws: the card beside the view, or the lesson's end; and over the view what the step points
// at, which may also be clicked for an answer.

#include "lesson/judge.h"
#include "lesson/needs.h"
#include "lesson/plane.h"
#include "ui/lesson/spotlight.h"
#include "ui/lesson/standing.h"
#include "ui/lesson/tutor.h"
#include "ui/widgets/areas.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>

namespace ui {

using drawing::Rect;

// The card beside the view.

namespace {

constexpr float margin_of_card = 16; // design pixels

} // namespace

void Tutor::draw_beside(Ui& ui, ViewFrame& frame) {
    const float gap = ui.px(margin_of_card);
    const float width = std::min(ui.px(lesson_card_width), 0.3F * frame.area.width);
    const Rect card{frame.area.x + gap, frame.area.y + gap, width, frame.area.height - 2 * gap};
    frame.area.x += width + 2 * gap;
    frame.area.width -= width + 2 * gap;
    frame.guided = true;
    frame.staged = staged();
    needed_.names = lesson::needed_by(running()->step());
    if (!shows_everything_) frame.needed = &needed_;
    if (at_end()) {
        const Recap now = recap();
        LessonWish wish = draw_recap_card(ui, *running(), now, card);
        const LessonWish on_stage = draw_recap_stage(ui, *running(), now, frame.area);
        if (on_stage.any()) wish = on_stage;
        if (wish.any()) wish_ = wish;
        return;
    }
    if (std::exchange(waits_for_keys_, false)) {
        keys_rest_ += frame.seconds;
        ui.motion.keep_going();
    }
    const bool told = can_be_told();
    // A pass that was there at once wakes nobody: the step arrives with the next frame.
    if (step_arrives_ && !room_.desk.waits()) room_.motion.draw_again();
    lessons_.card.room = {};
    const auto room = std::ranges::find(course().lessons, running()->step().room, &CourseEntry::id);
    if (room != course().lessons.end()) lessons_.card.room = {room->id, room->title, room->minutes};
    lessons_.card.now = told ? standing() : "";
    lessons_.card.not_yet = told ? what_is_missing() : "";
    LessonWish wish;
    try {
        wish = told ? draw_lesson_card(ui, *running(), lessons_.card, telling(),
                                       {.left = left_path(),
                                        .other_words = left_words(),
                                        .tried = tried() || !lessons_.card.not_yet.empty()},
                                       card)
                    : draw_lost_card(ui, *running(), lessons_.card, left_path() || step_failed_, card);
    } catch (const base::InputError& mistake) { // nothing that a teacher types ends the program
        step_failed_ = true;
        room_.message.show_of_lesson(mistake);
        room_.motion.draw_again();
    }
    if (!told) lessons_.card.ties = {};
    if (wish.any()) wish_ = wish;
}

// What the step points at.

namespace {

/// Where the numbers and words of the frame stand, and what is said beneath them.
std::vector<Rect> places_of(const Anchors& anchors, std::initializer_list<const char*> kinds) {
    std::vector<Rect> found;
    for (const std::string side : {"", "left/", "right/"})
        for (const char* kind : kinds)
            for (const Rect& rect : anchors.starting_with(side + kind))
                found.push_back(rect);
    return found;
}

bool asks_for_click(const LessonRun& run) {
    return run.is_asking() && run.step().question->kind == lesson::QuestionKind::click;
}

/// The index of the word with the focus when Enter was pressed.
std::optional<base::Index> word_by_key(const Ui& ui, const lesson::Word& answer, bool cross) {
    for (base::Index i = 0; i < std::ssize(answer.list); ++i)
        for (const char* kind : {"token/", "source/"})
            if ((cross || kind[0] == 't') && ui.focus.activated(kind + std::to_string(i))) return i;
    return std::nullopt;
}

/// The index of the word or cell under the mouse, among the words that a click answers with.
std::optional<base::Index> word_under_mouse(const Ui& ui, const Scene& scene, const lesson::Word& answer) {
    if (!answer.place) return std::nullopt;
    if (const auto word = word_at_mouse(ui, answer, scene.trace().input.is_cross())) return word;
    const attention::Quantity quantity = answer.place->quantity;
    const bool across = answer.place->row.has_value(); // a list along a row: its numbers are the columns
    const auto& cell = scene.selection.hovered;
    const auto is_like = [&](attention::Quantity other) {
        return other == quantity ||
               (attention::is_queries_by_keys(other) && attention::is_queries_by_keys(quantity));
    };
    if (!cell || !is_like(cell->quantity)) return std::nullopt;
    return across ? cell->column : cell->row;
}

} // namespace

std::optional<Rect> Tutor::on_screen(const Anchors& anchors, const lesson::Tie& tie) {
    const lesson::Scope scope = telling().scope();
    const bool right = tie.place && tie.place->right && scope.right;
    const Side& side = right ? *room_.desk.second() : room_.desk.first();
    return place_on_screen(anchors, tie, right ? *scope.right : scope.pass, side.selection.head);
}

// How far its goal has come.

std::string Tutor::standing() {
    const LessonRun& run = *running();
    const lesson::Step& step = run.step();
    if (!run.is_asking() || !lesson::is_goal(step.question->kind) || step_arrives_) return {};
    const auto moved = arrows();
    const auto first = step.plane ? lesson::plane_pass(*step.plane, step.plane->at) : arrived_with_;
    const lesson::Scope now{moved ? *moved : room_.desk.first().pass()};
    try {
        if (watch_.place != step.place && first)
            watch_ = {step.place, lesson::watched(*step.question, {*first}), {}};
        if (!step.question->now.empty()) return lesson::plain_text(lesson::told(step.question->now, now));
        std::string said;
        // After a try that nothing else answers, also what is in sight; on the wall nobody looks for that.
        const bool all = !records || (tried() && what_is_missing().empty());
        for (std::size_t i = 0; (watch_.seen || !records) && i < watch_.formulas.size(); ++i) {
            if (!all && (*watch_.seen)[i]) continue;
            const Standing standing = standing_of(watch_.formulas[i], now);
            const auto& place = standing.place; // bars beside the arrows show scores and shares
            if (moved && place && attention::is_queries_by_keys(place->quantity)) continue;
            const std::string one = ui::told(room_.texts, standing, now.pass);
            said += (said.empty() || one.empty() ? "" : ", ") + one;
        }
        return said;
    } catch (const base::InputError&) { // a word that it names is gone
        return {};
    }
}

/// Once the arrow was let go; until then, what was said before.
std::string Tutor::what_is_missing_to_arrow() {
    const lesson::Question& question = *running()->step().question;
    if (!running()->question().tip) missing_to_arrow_.clear();
    if (!running()->question().tip || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return missing_to_arrow_;
    try {
        const lesson::Scope now{*arrows()};
        const lesson::Slip* slip = lesson::slip_of_goal(question, now);
        missing_to_arrow_ = lesson::plain_text(lesson::told(slip ? slip->because : question.otherwise, now));
    } catch (const base::InputError&) { // it has no value where the arrow stands now
        missing_to_arrow_.clear();
    }
    return missing_to_arrow_;
}

std::string Tutor::what_is_missing() {
    if (running()->is_asking() && running()->step().question->kind == lesson::QuestionKind::drag)
        return what_is_missing_to_arrow();
    if (!tried() || !arrived_with_ || !running()->is_asking()) return {};
    const lesson::Question& question = *running()->step().question;
    const workbench::Pass& now = room_.desk.first().pass();
    try {
        return not_yet(room_.texts, question, now, *arrived_with_);
    } catch (const base::InputError&) { // a word that it names is gone
        const bool names_none = question.otherwise.find('{') == std::string::npos;
        return names_none ? lesson::plain_text(lesson::told(question.otherwise, {now})) : std::string();
    }
}

std::vector<std::string> Tutor::so_far() {
    std::vector<std::string> said;
    if (!can_be_told() || !(tried() || running()->step().plane)) return said;
    if (const std::string now = standing(); !now.empty())
        said.push_back(narration::plain_text(room_.texts, "lesson.now", {{"standing", {{now}}}}));
    if (const std::string why = what_is_missing(); !why.empty()) said.push_back(why);
    return said;
}

void Tutor::look_for_watched(const Anchors& anchors) {
    const LessonRun& run = *running();
    if (watch_.place != run.step().place || watch_.formulas.empty()) return;
    const auto moved = arrows();
    const lesson::Scope now{moved ? *moved : room_.desk.first().pass()};
    std::vector<bool> seen;
    try {
        for (const std::string& formula : watch_.formulas) {
            const Standing standing = standing_of(formula, now);
            const auto& place = standing.place;
            // The arrows stand beside their scores. A sum is not in sight when what it adds is.
            const bool drawn = moved && place && place->quantity == attention::Quantity::scores;
            const bool added = formula.starts_with("sum(");
            seen.push_back(drawn || (place && !added && on_screen(anchors, {.place = place})));
        }
    } catch (const base::InputError&) {
        return;
    }
    if (watch_.seen == seen) return;
    watch_.seen = std::move(seen);
    room_.motion.draw_again();
}

void Tutor::draw_over(Ui& ui, ViewFrame& frame, bool covered, bool rests) {
    ui.anchors.name_now();
    look_for_watched(ui.anchors);
    const auto place_of = [&](const lesson::Tie& tie) { return on_screen(ui.anchors, tie); };
    LessonTies& ties = lessons_.card.ties;
    ties.places.clear();
    for (const lesson::Tie& tie : ties.ties)
        ties.places.push_back(place_of(tie));
    answer_by_click(ui, frame);
    if (left_path() || any_popup_open() || covered) return;
    const lesson::Step& step = running()->step();
    std::vector<Rect> pointed;
    missing_.clear();
    for (const std::string& name : step.point)
        if (const auto place = place_of(lesson::pointed_at(name, telling().scope())))
            pointed.push_back(*place);
        else
            missing_.push_back(name);
    const bool on_stage = room_.desk.kind().of_lessons; // which shows the answer by itself
    if (answer_is_shown_ && !on_stage) {
        std::vector<Rect> answers;
        for (const lesson::Tie& tie : answer_)
            if (const auto place = place_of(tie)) answers.push_back(*place);
        if (!answers.empty()) pointed = std::move(answers);
    }
    // What the label does not cover: the marked word, all that the text names, the names of rows and columns.
    std::vector<Rect> named;
    if (const Rect* rect = ui.anchors.find("token/" + std::to_string(room_.desk.first().selection.query)))
        named.push_back(*rect);
    for (const auto& place : ties.places)
        if (place) named.push_back(*place);
    for (const Rect& rect : ui.anchors.starting_with("names/"))
        named.push_back(rect);
    if (const Rect* message = ui.anchors.find("message")) named.push_back(*message);
    const auto also = ties.in_text ? ties.places[*ties.in_text] : std::nullopt;
    if (rests) tell_missing();
    ImDrawList* behind = ui.canvas.list();
    ui.canvas.draw_on(
        ImGui::GetForegroundDrawList()); // parts of a view are windows, which would cover the label
    draw_spotlight(ui, frame.area,
                   {.pointed = std::move(pointed),
                    .named = std::move(named),
                    .also = also,
                    // It names what the question is about, not the answer.
                    .label = answer_is_shown_ ? "" : lesson::plain_text(telling().told(step.label)),
                    .kept_clear = places_of(ui.anchors, {"matrix/"}),
                    .headings = places_of(
                        ui.anchors, {"names/", "token/", "source/", "symbol/", "stage_formula", "caption"})});
    ui.canvas.draw_on(behind);
}

void Tutor::tell_missing() {
    // For the author of the lesson: in a small window, what the course points at may be out of sight.
    if (missing_.empty() || !lessons_.is_own() || answer_is_shown_) return;
    const lesson::Step& step = running()->step();
    if (missing_at_ == step.place) return;
    missing_at_ = step.place;
    const narration::Texts& texts = room_.texts;
    room_.message.show_of_lesson(
        base::InputError(step.place_of("point"), texts.text("lesson.missing") + " “" + missing_.front() + "”",
                         texts.text("lesson.missing_hint")));
}

void Tutor::answer_by_click(Ui& ui, ViewFrame& frame) {
    LessonRun& run = *running();
    const bool asked = asks_for_click(run);
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    const bool released = ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (!asked || left_words() || any_popup_open()) return;
    const lesson::Scope scope = telling().scope();
    const lesson::Word asked_for = lesson::word_of(run.step().question->formula, scope);
    const auto word = pressed || released ? word_under_mouse(ui, frame.scene, asked_for)
                                          : word_by_key(ui, asked_for, scope.pass.trace.input.is_cross());
    if (!word) return;
    frame.actions.select.reset(); // the click is the answer, and marks nothing
    if (pressed && !released) return;
    run.question().clicked = *word;
    run.judge(lesson::judge_click(*run.step().question, *word, scope));
    room_.motion.draw_again();
}

} // namespace ui
