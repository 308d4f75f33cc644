// The lecture in the window.

#include "lesson/judge.h"
#include "narration/wording.h"
#include "ui/lesson/question_box.h"
#include "ui/shell.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui {

namespace {

/// The word under the mouse, among those that a click answers with.
std::optional<base::Index> word_at_mouse(const Ui& ui, const lesson::Word& answer, bool cross) {
    if (!answer.place) return std::nullopt;
    const auto quantity = answer.place->quantity;
    const auto axis = answer.place->row ? attention::column_axis(quantity) : attention::row_axis(quantity);
    if (!attention::is_of_words(axis)) return std::nullopt;
    const std::string row = axis == attention::Axis::keys && cross ? "source/" : "token/";
    for (base::Index i = 0; i < std::ssize(answer.list); ++i)
        if (const drawing::Rect* box = ui.anchors.find(row + std::to_string(i));
            box && box->contains(ui.mouse))
            return i;
    return std::nullopt;
}

bool points_at(const Slide& slide, std::string_view anchor) {
    return std::ranges::any_of(slide.pointed, [&](const auto& tie) { return tie.anchor == anchor; });
}

} // namespace

void Shell::start_lecture() {
    lecture_.begin();
    side_.selection.hovered.reset(); // the mouse points at nothing on the wall
    if (second_) second_->side.selection.hovered.reset();
    if (kind().entrance) open(views_[left_view_].kind->key);
    told_notes_.clear();
    if (!step_arrives_) tell_notes(); // otherwise once the step is there
}

/// The last slide, and the lesson that follows in the course.
Slide Shell::closing(const Ui& ui) const {
    const std::string& id = lessons_.running()->lesson().id;
    const auto& lessons = lessons_.course().lessons;
    const auto here = std::ranges::find(lessons, id, &CourseEntry::id);
    const bool more = here != lessons.end() && std::next(here) != lessons.end();
    return closing_slide(ui, lessons_.running()->lesson(), more ? std::next(here)->title : "");
}

void Shell::follow_answer() {
    LessonRun* run = lessons_.running();
    if (!run || step_arrives_ || step_failed_ || !run->step().question || kind().entrance) return;
    const bool shown = lecture_.on ? lecture_.revealed : !run->question().open();
    if (shown == answer_is_shown_) return;
    if (!shown) return show_step(); // it is hidden again
    if (left_path() || !lesson_can_be_told()) return;
    answer_is_shown_ = true;
    const auto beside =
        kind().two_documents && second_ ? std::optional(second_->side.selection) : std::nullopt;
    const auto answer = lesson::revealed(*run->step().question, side_.selection, beside, telling().scope());
    if (!answer) return;
    answer_ = answer->pointed;
    if (!kind().has_stages) return;
    side_.selection = workbench::clamped(answer->selection, side_.pass().trace);
    if (answer->right)
        second_->side.selection = workbench::clamped(*answer->right, second_->side.pass().trace);
    step_mark_ = mark();
    motion_.draw_again();
}

Slide Shell::slide(const Ui& ui) {
    const LessonRun* run = lessons_.running();
    if (!run || left_path() || !lesson_can_be_told()) {
        if (kind().has_stages) return slide_of(ui, side_.scene());
        return {.title = ui.texts.text("views." + std::string(kind().key)), .caption = {}};
    }
    if (lecture_.closing) return closing(ui);
    Slide slide = slide_of(run->step(), telling());
    if (answer_is_shown_ && !answer_.empty()) slide.pointed = answer_;
    if (answer_is_shown_ && answer_.empty()) slide.picture = picture_of_answer();
    if (kind().key == "walkthrough") {
        slide.formula = ui.texts.formula(side_.pass().trace);
        slide.lit_part = attention::stage(side_.selection.stage).key;
    }
    slide.number = run->at() + 1;
    slide.count = run->lesson().steps.size();
    return slide;
}

void Shell::draw_lecture_slide(Ui& ui, ViewFrame& frame) {
    const Slide now = slide(ui);
    frame.guided = frame.on_slide = true;
    const auto draw_page = [&](Ui& large, const drawing::Rect& page) {
        ViewFrame on_page = frame.within(large, page);
        view().draw(on_page);
    };
    const bool of_words = frame.second && !points_at(now, "compare/table");
    const bool own = kind().key == "walkthrough" || of_words;
    ImGui::BeginDisabled(keys_open_);
    LectureWish wish =
        draw_lecture(ui, lecture_, side_.scene(), own ? frame.second : std::nullopt, now, frame.seconds,
                     own ? std::function<void(Ui&, const drawing::Rect&)>() : draw_page);
    ImGui::EndDisabled();
    if (!keys_open_) answer_on_slide(ui);
    frame.actions = {}; // nothing on the wall is worked by hand
    frame.second_actions = {};
    if (keys_open_) {
        draw_keys_card(ui, ui.window, help_, keys_open_);
    } else {
        const bool leave = wish.leave;
        wish = lecture_keys(ui, lecture_, now);
        wish.leave |= leave;
    }
    carry_out(wish, now, frame.actions);
    if (!ui.keys.empty()) motion_.draw_again();
}

void Shell::answer_on_slide(const Ui& ui) {
    const LessonRun* run = lessons_.running();
    const bool asks = run && run->step().question &&
                      run->step().question->kind == lesson::QuestionKind::click && !lecture_.revealed &&
                      !lecture_.closing && lecture_.blank == Blank::no;
    if (!asks || !ImGui::IsMouseReleased(ImGuiMouseButton_Left) || left_path() || !lesson_can_be_told())
        return;
    const float least_line = ui.px(6); // the pen draws it, even where it ends on a word
    if (ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > least_line * least_line) return;
    const lesson::Scope scope = telling().scope();
    const lesson::Question& question = *run->step().question;
    const auto word =
        word_at_mouse(ui, lesson::word_of(question.formula, scope), scope.pass.trace.input.is_cross());
    if (!word) return;
    if (!lecture_.strokes.empty()) lecture_.strokes.pop_back(); // the click is an answer, no line
    lecture_.revealed = lesson::judge_click(question, *word, scope).right;
    motion_.draw_again();
}

/// The bars of a question whose answer stands in no matrix; empty for all others.
std::function<void(Ui& ui, const drawing::Rect& area)> Shell::picture_of_answer() {
    const lesson::Question& question = *lessons_.running()->step().question;
    if (question.kind != lesson::QuestionKind::bar) return {};
    return [this, &question](Ui& ui, const drawing::Rect& area) {
        QuestionState told{.revealed = true};
        told.bar = lesson::number_of(question.formula, telling().scope());
        const float wide = std::min(area.width, 1.6F * area.height);
        const drawing::Rect bars{area.centre().x - wide / 2, area.y, wide, area.height};
        draw_bar_question(ui, question, told, telling().scope(), bars);
        if (question.beside.empty()) return;
        const auto beside = lesson::evaluate(question.beside, telling().scope()).place;
        if (!beside || !beside->row || !beside->column) return;
        const drawing::Rect given{bars.x, bars.y, bars.width / 2, bars.height};
        const std::string column = std::to_string(*beside->column);
        ui.anchors.add("cell/" + std::string(attention::key(beside->quantity)) + "/" +
                           std::to_string(*beside->row) + "/" + column,
                       given);
        if (attention::column_axis(beside->quantity) == attention::Axis::keys) // its word stands below it
            ui.anchors.add((side_.pass().trace.input.is_cross() ? "source/" : "token/") + column, given);
    };
}

void Shell::carry_out(const LectureWish& wish, const Slide& slide, Actions& actions) {
    if (wish.full_screen) full_screen_ = true;
    if (wish.leave) lecture_.on = false;
    if (wish.keys) {
        keys_open_ = true;
        help_.page = HelpPage::lecture;
    }
    if (wish.next_lesson) return open_next_lesson();
    if (!wish.go_to) return;
    if (LessonRun* run = lessons_.running()) {
        lesson_wish_.go_to = slide.of_lesson ? *wish.go_to : run->at(); // from elsewhere, back to the step
        return;
    }
    if (!kind().has_stages) return;
    const auto stages = attention::stages_of(side_.pass().trace);
    actions.select = side_.selection;
    actions.select->stage = stages[std::min(*wish.go_to, slide.count - 1)]->id;
    actions.select->product = 0;
    if (kind().two_documents) second_->side.show_stage(actions.select->stage, 0);
}

void Shell::open_next_lesson() {
    const auto& lessons = lessons_.course().lessons;
    const auto here = std::ranges::find(lessons, lessons_.running()->lesson().id, &CourseEntry::id);
    if (here == lessons.end() || std::next(here) == lessons.end()) return;
    try {
        open_lesson(std::next(here)->id, 0);
        start_lecture();
    } catch (const base::InputError& error) { // its file is gone
        message_.show(error);
    }
}

void Shell::tell_notes() {
    const LessonRun* run = lessons_.running();
    if (!run || !options_.tell_notes) return;
    const auto told = [&](const std::string& note) {
        try {
            return lesson::plain_text(telling().told(note));
        } catch (const base::InputError&) {
            return note; // it speaks of words that are not there
        }
    };
    const auto& steps = run->lesson().steps;
    const auto plain = [](const std::string& text) { return narration::toned(text); };
    if (run->step().place == told_notes_) return; // once for each slide
    told_notes_ = run->step().place;
    std::string notes = said("lecture.notes", {{"number", plain(std::to_string(run->at() + 1))},
                                               {"count", plain(std::to_string(steps.size()))},
                                               {"title", plain(run->step().title)}});
    if (!run->step().note.empty()) notes += "\n    " + told(run->step().note);
    if (!run->is_last())
        notes += "\n    " + said("lecture.next", {{"title", plain(steps[run->at() + 1].title)}});
    try {
        options_.tell_notes(notes);
    } catch (const base::InputError& mistake) { // said once
        options_.tell_notes = {};
        message_.show(
            {mistake.where, texts_.text("lecture.notes_stopped"), texts_.text("lecture.notes_stopped_hint")});
    }
}

} // namespace ui
