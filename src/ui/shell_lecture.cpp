// The lecture in the window.

#include "narration/wording.h"
#include "ui/shell.h"

#include <algorithm>

namespace ui {

namespace {

bool points_at(const Slide& slide, std::string_view anchor) {
    return std::ranges::any_of(slide.pointed, [&](const auto& tie) { return tie.anchor == anchor; });
}

} // namespace

void Shell::start_lecture() {
    lecture_.on = true;
    lecture_.blank = Blank::no;
    lecture_.revealed = false;
    lecture_.strokes.clear();
    lecture_.close_up = {};
    side_.selection.hovered.reset(); // the mouse points at nothing on the wall
    if (second_) second_->side.selection.hovered.reset();
    if (kind().entrance) open(views_[left_view_].kind->key);
    tell_notes();
}

Slide Shell::slide(const Ui& ui) {
    const LessonRun* run = lessons_.running();
    if (!run || left_path() || !lesson_can_be_told()) {
        if (kind().has_stages) return slide_of(ui, side_.scene());
        return {.title = ui.texts.text("views." + std::string(kind().key)), .caption = {}};
    }
    Slide slide = slide_of(run->step(), telling());
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
    if (kind().key == "walkthrough" || of_words)
        draw_lecture(ui, lecture_, side_.scene(), frame.second, now, nullptr);
    else
        draw_lecture(ui, lecture_, side_.scene(), {}, now, draw_page);
    frame.actions = {}; // nothing on the wall is worked by hand
    frame.second_actions = {};
    carry_out(lecture_keys(ui, lecture_, now), now, frame.actions);
    if (!ui.keys.empty()) motion_.draw_again();
}

void Shell::carry_out(const LectureWish& wish, const Slide& slide, Actions& actions) {
    if (wish.full_screen) full_screen_ = true;
    if (wish.leave) lecture_.on = false;
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
    std::string notes = said("lecture.notes", {{"number", plain(std::to_string(run->at() + 1))},
                                               {"count", plain(std::to_string(steps.size()))},
                                               {"title", plain(run->step().title)}});
    if (!run->step().note.empty()) notes += "\n    " + told(run->step().note);
    if (!run->is_last())
        notes += "\n    " + said("lecture.next", {{"title", plain(steps[run->at() + 1].title)}});
    options_.tell_notes(notes);
}

} // namespace ui
