#include "ui/lesson/run.h"

#include "lesson/check.h"
#include "lesson/step_state.h"

#include <algorithm>

namespace ui {

LessonRun::LessonRun(std::shared_ptr<const lesson::Lesson> lesson, workbench::Session before,
                     std::size_t step)
    : lesson_(std::move(lesson)), before_(std::move(before)), questions_(lesson_->steps.size()) {
    go_to(step);
}

void LessonRun::go_to(std::size_t step) {
    at_ = std::min(step, lesson_->steps.size() - 1);
}

workbench::Session LessonRun::session(const workbench::Library& library) const {
    // The sentence is the lesson's own from its first step on, and so is the view; choices stay the
    // learner's.
    workbench::Session start = lesson::opening_session(library);
    start.choices = before_.choices;
    return lesson::after_steps(start, *lesson_, at_ + 1, library);
}

void LessonRun::replace(std::shared_ptr<const lesson::Lesson> lesson) {
    std::vector<QuestionState> questions(lesson->steps.size());
    for (std::size_t i = 0; i < std::min(questions.size(), questions_.size()); ++i) {
        const auto &old = lesson_->steps[i].question, &now = lesson->steps[i].question;
        if (old && now && old->ask == now->ask && old->formula == now->formula) questions[i] = questions_[i];
    }
    lesson_ = std::move(lesson);
    questions_ = std::move(questions);
    go_to(at_);
}

bool LessonRun::judge(const lesson::Verdict& verdict) {
    QuestionState& state = question();
    ++state.attempts;
    state.verdict = verdict;
    state.right = verdict.right;
    return verdict.right;
}

long LessonRun::answered() const {
    return std::ranges::count_if(questions_, [](const QuestionState& q) { return q.right || q.revealed; });
}

long LessonRun::right_at_once() const {
    return std::ranges::count_if(questions_,
                                 [](const QuestionState& q) { return q.right && q.attempts == 1; });
}

} // namespace ui
