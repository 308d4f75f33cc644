// The open step: whether it is still on screen, what it says of that, and when its question is answered.

#include "lesson/judge.h"
#include "lesson/plane.h"
#include "lesson/step_state.h"
#include "ui/lesson/tutor.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace ui {

// What the step put on screen, and what is there now.

Tutor::StepMark Tutor::mark() const {
    const Desk& desk = room_.desk;
    const Side& side = desk.first();
    return {side.bench().step(),          desk.kept_second() ? desk.kept_second()->bench().step() : nullptr,
            std::string(desk.kind().key), desk.choices(),
            side.selection.stage,         side.selection.product};
}

bool Tutor::has_goal() const {
    return running() && running()->step().question &&
           running()->step().question->kind == lesson::QuestionKind::goal;
}

bool Tutor::left_path() const {
    if (step_arrives_) return false;
    const StepMark now = mark();
    return has_goal() ? now.view != step_mark_.view : now != step_mark_; // a goal is reached by changes
}

bool Tutor::left_words() const {
    if (has_goal()) return false;
    const StepMark now = mark();
    return !step_arrives_ && (now.first != step_mark_.first || now.second != step_mark_.second);
}

// Its question.

void Tutor::tell_of_arrival() {
    const lesson::Step& step = running()->step();
    if (!has_goal() || room_.desk.second()) return;
    try {
        lessons_.card.told = lesson::told(step.text, {*arrived_with_});
        lessons_.card.told_at = step.place;
    } catch (const base::InputError&) { // it will be said that it cannot be told
    }
}

void Tutor::follow(std::optional<bool> revealed) {
    if (step_arrives_ && !room_.desk.waits()) {
        step_arrives_ = false;
        step_mark_ = mark();
        if (answer_is_shown_) { // with the solution
            answered_with_ = room_.desk.first().scene().shown;
            look_at_answer();
        } else {
            arrived_with_ = room_.desk.first().scene().shown;
            tell_of_arrival();
        }
        room_.motion.draw_again();
    }
    follow_mark();
    follow_goal();
    follow_answer(revealed);
    keep_step();
}

void Tutor::keep_step() {
    const LessonRun* run = running();
    if (!run || step_arrives_ || step_failed_ || !is_on_screen() || ended_ || room_.desk.waits()) return;
    if (run->lesson().keep != run->at()) return;
    const Side& side = room_.desk.first();
    // Who comes back to it has answered it with other numbers.
    if (kept_.contains(run->lesson().id) && !run->is_asking() && !run->step().plane &&
        side.scene().shown == arrived_with_)
        return;
    kept_[run->lesson().id] = {side.scene().shown, arrows(), side.selection};
}

void Tutor::follow_mark() {
    const LessonRun* run = running();
    if (!run || !has_goal() || step_arrives_ || !is_on_screen() || !room_.desk.kind().of_lessons) return;
    Side& side = room_.desk.first();
    const auto shown = side.scene().shown;
    if (std::exchange(marked_in_, shown) == shown) return;
    const auto query = lesson::index_of(run->step().state.query, shown->names.queries);
    if (query) side.selection.query = *query;
}

void Tutor::follow_goal() {
    LessonRun* run = running();
    if (!run || !run->step().question || !lesson::is_goal(run->step().question->kind)) return;
    // A lecturer asks again, whatever was answered before.
    if (records ? !run->is_asking() : reached_ || answer_is_shown_) return;
    if (step_arrives_ || step_failed_ || !is_on_screen() || room_.desk.waits()) return;
    // An arrow passes many places on its way: it counts where it is let go.
    const bool drags = run->step().question->kind == lesson::QuestionKind::drag;
    if (drags && ImGui::GetCurrentContext() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    if (goal_is_open() || is_typing()) return;
    if (records)
        run->judge({.right = true});
    else
        reached_ = true;
    run->question().answered_at = run->question().tip;
    answered_with_ = room_.desk.first().scene().shown;
    room_.motion.draw_again();
}

bool Tutor::is_typing() {
    constexpr double rest = 0.6; // seconds
    const std::string& text = room_.desk.first().bench().document().text;
    if (std::exchange(typed_, text) != text) keys_rest_ = 0;
    // In a lecture a sentence is called out, and typed to its end.
    waits_for_keys_ =
        records && ImGui::GetCurrentContext() && ImGui::GetIO().WantTextInput && keys_rest_ < rest;
    return waits_for_keys_;
}

bool Tutor::goal_is_open() {
    const lesson::Question& question = *running()->step().question;
    if (!lesson::is_goal(question.kind)) return false;
    const auto shown = arrows();
    return !lesson::judge_goal(question, {shown ? *shown : room_.desk.first().pass()}).right;
}

bool Tutor::tried() const {
    return has_goal() && !step_arrives_ && mark().first != step_mark_.first;
}

void Tutor::follow_answer(std::optional<bool> revealed) {
    const LessonRun* run = running();
    if (!run || step_arrives_ || step_failed_ || !run->step().question || !is_on_screen()) return;
    const bool shown = revealed.value_or(!run->question().open());
    if (shown == answer_is_shown_) return;
    if (!shown) return show_step(); // it is hidden again
    if (left_path() || !can_be_told()) return;
    answer_is_shown_ = true;
    record_answer();
    // Who comes back to a step finds it as it was before the answer.
    if (goal_is_open()) show_solution();
    if (!step_arrives_) look_at_answer(); // otherwise with the solution
}

void Tutor::look_at_answer() {
    const LessonRun* run = running();
    if (!can_be_told()) return;
    Desk& desk = room_.desk;
    Side &side = desk.first(), *second = desk.second();
    const auto beside = second ? std::optional(second->selection) : std::nullopt;
    const auto answer = lesson::revealed(*run->step().question, side.selection, beside, telling().scope());
    if (!answer) return;
    answer_ = answer->pointed;
    if (!desk.kind().has_stages) return;
    side.selection = workbench::clamped(answer->selection, side.pass().trace);
    if (answer->right) second->selection = workbench::clamped(*answer->right, second->pass().trace);
    step_mark_ = mark();
    room_.motion.draw_again();
}

void Tutor::show_solution() {
    LessonRun& run = *running();
    const lesson::Question& question = *run.step().question;
    if (question.tip) run.question().tip = run.question().answered_at = question.tip;
    if (question.solution) {
        lesson::Step solution;
        solution.state = *question.solution;
        solution.place = run.step().place_of("solution");
        const auto& library = room_.desk.library();
        room_.desk.show(lesson::after(run.session(library), solution, library), solution.place);
        step_arrives_ = true;
    }
    room_.motion.draw_again();
}

std::vector<lesson::Tie> Tutor::changed() const {
    std::vector<lesson::Tie> changed;
    if (!answer_is_shown_ || !has_goal() || !arrived_with_) return changed;
    const workbench::Pass &before = *arrived_with_, &now = room_.desk.first().pass();
    const auto &words = now.names.queries, &earlier = before.names.queries;
    for (std::size_t i = 0; i < words.size() && words.size() == earlier.size(); ++i)
        if (words[i] != earlier[i]) changed.push_back({.anchor = "token/" + std::to_string(i)});
    if (constexpr std::size_t few = 3; changed.size() > few) changed.clear(); // it is another sentence
    for (const attention::Override& number : now.trace.overrides) {
        const attention::Cell& cell = number.cell;
        if (std::ranges::find(before.trace.overrides, number) == before.trace.overrides.end())
            changed.push_back({.place = lesson::Place{cell.quantity, cell.head, cell.row, cell.column}});
    }
    return changed;
}

// Arrows on the stage.

std::shared_ptr<const workbench::Pass> Tutor::Arrows::with(const lesson::Step& step, lesson::Arrow at) {
    if (!pass || place != step.place || plane != *step.plane || tip != at)
        *this = {step.place, *step.plane, at, lesson::plane_pass(*step.plane, at)};
    return pass;
}

std::shared_ptr<const workbench::Pass> Tutor::arrows() {
    const LessonRun* run = running();
    if (!run || !run->step().plane) return nullptr;
    return arrows_.with(run->step(), run->question().tip.value_or(run->step().plane->at));
}

std::shared_ptr<const workbench::Pass> Tutor::told_arrows() {
    const LessonRun* run = running();
    if (!run || !run->step().plane) return nullptr;
    const lesson::Step& step = run->step();
    if (!step.question) return arrows();
    if (step.question->kind == lesson::QuestionKind::drag) { // its answer keeps to where it was given
        const auto& at = run->question().answered_at;
        return at ? told_arrows_.with(step, *at) : arrows();
    }
    return told_arrows_.with(step, step.plane->at);
}

void Tutor::move_arrow(drawing::Point tip) {
    LessonRun* run = running();
    if (!run || !run->step().plane) return;
    run->question().tip = {static_cast<double>(tip.x), static_cast<double>(tip.y)};
    room_.motion.draw_again();
}

const Staged* Tutor::staged() {
    const LessonRun* run = running();
    if (!run || !is_on_screen()) return nullptr;
    const lesson::Step& step = run->step();
    staged_ = {.arrows = arrows(), .place = step.place};
    if (step.plane)
        staged_.start = {static_cast<float>(step.plane->at[0]), static_cast<float>(step.plane->at[1])};
    staged_.moves = !step.question || answer_is_shown_ || step.question->kind == lesson::QuestionKind::drag;
    if (!step.question) return &staged_;
    using lesson::QuestionKind;
    const QuestionKind kind = step.question->kind;
    staged_.asks = !answer_is_shown_ && !left_words();
    staged_.clicks = staged_.asks && kind == QuestionKind::click;
    staged_.drags = kind == QuestionKind::drag;
    staged_.changes = kind == QuestionKind::goal;
    staged_.attempts = run->question().attempts;
    if (!run->question().right) staged_.wrong = run->question().clicked;
    return &staged_;
}

// What a step says of what is on screen.

lesson::Telling& Tutor::telling() {
    const Side* second = room_.desk.second();
    const auto shown = room_.desk.first().scene().shown;
    const bool is_answered =
        answered_with_ && has_goal() && (answer_is_shown_ || reached_ || !running()->question().open());
    if (const auto plane = told_arrows())
        telling_.about(plane, nullptr);
    else if (is_answered && not_told_of_ != answered_with_)
        telling_.about(answered_with_, nullptr); // however one goes on
    else if (has_goal() && arrived_with_ && !second)
        telling_.about(arrived_with_, nullptr); // what is asked stays the same while one tries
    else
        telling_.about(shown, second ? second->scene().shown : nullptr);
    return telling_;
}

bool Tutor::can_be_told() {
    if (step_arrives_ || step_failed_) return false;
    const LessonRun& run = *running();
    const lesson::Telling& now = telling();
    const Tried tried{run.shared_lesson(), run.at(), now.pass(), now.right()};
    if (tried == tried_) return can_be_told_;
    tried_ = tried;
    try {
        lesson::expect_tellable(run.step(), now.scope());
        can_be_told_ = true;
    } catch (const base::InputError& mistake) {
        if (has_goal() && now.pass() != arrived_with_) {
            not_told_of_ = now.pass();
            return can_be_told();
        }
        can_be_told_ = false;
        if (!left_path())
            room_.message.show_of_lesson(
                mistake); // otherwise it speaks of words that the learner has replaced
    }
    return can_be_told_;
}

std::vector<std::string> Tutor::spoken() {
    if (ended_) return {room_.texts.text("recap.title")};
    const lesson::Step& step = running()->step();
    std::vector<std::string> lines{step.title};
    if (!can_be_told()) return lines;
    const auto plain = [&](const std::string& markdown) {
        return lesson::plain_text(telling().told(markdown));
    };
    const bool of_arrival = has_goal() && lessons_.card.told_at == step.place;
    lines.push_back(of_arrival ? lesson::plain_text(lessons_.card.told) : plain(step.text));
    if (!step.question) return lines;
    lines.push_back(plain(step.question->ask));
    for (const lesson::Choice& choice : step.question->choices)
        lines.push_back("– " + plain(choice.text));
    return lines;
}

} // namespace ui
