// The lecture in the window.

#include "narration/wording.h"
#include "ui/shell.h"

#include <algorithm>

namespace ui {

void Shell::start_lecture() {
    lecture_.on = true;
    lecture_.blank = Blank::no;
    lecture_.revealed = false;
    lecture_.strokes.clear();
    if (kind().entrance) open(views_[left_view_].kind->key);
    tell_notes();
}

Slide Shell::slide(const Ui& ui) {
    const LessonRun* run = lessons_.running();
    if (!run || left_path() || !lesson_can_be_told()) return slide_of(ui, side_.scene());
    const lesson::Scope scope = lesson_scope();
    const lesson::Step& step = run->step();
    Slide slide{.title = step.title,
                .caption = step.caption.empty() ? lesson::first_sentence(lesson::told(step.text, scope))
                                                : lesson::told(step.caption, scope)};
    if (step.question) {
        slide.question = lesson::told(step.question->ask, scope);
        slide.answer = lesson::told(step.question->because, scope);
    }
    if (kind().key == "walkthrough") {
        slide.formula = ui.texts.formula(side_.pass().trace);
        slide.lit_part = attention::stage(side_.selection.stage).key;
    }
    for (const std::string& name : step.point)
        slide.pointed.push_back(lesson::pointed_at(name, scope));
    slide.of_lesson = true;
    slide.number = run->at() + 1;
    slide.count = run->lesson().steps.size();
    return slide;
}

void Shell::draw_lecture_slide(Ui& ui, ViewFrame& frame) {
    const Slide now = slide(ui);
    const auto draw_open_view = [&](Ui&, const drawing::Rect& area) {
        frame.area = area;
        frame.guided = true;
        draw_view(view(), kind(), frame);
    };
    if (kind().key == "walkthrough")
        draw_lecture(ui, lecture_, side_.scene(), now, nullptr);
    else
        draw_lecture(ui, lecture_, side_.scene(), now, draw_open_view);
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
    const auto stages = attention::stages_of(side_.pass().trace);
    actions.select = side_.selection;
    actions.select->stage = stages[std::min(*wish.go_to, slide.count - 1)]->id;
    actions.select->product = 0;
}

void Shell::tell_notes() const {
    const LessonRun* run = lessons_.running();
    if (!run || !options_.tell_notes) return;
    const auto told = [&](const std::string& note) {
        try {
            return lesson::plain_text(lesson::told(note, lesson_scope()));
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
