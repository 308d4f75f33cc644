#include "ui/lesson/run.h"

#include "lesson/check.h"
#include "lesson/step_state.h"

#include <algorithm>

namespace ui {

LessonRun::LessonRun(std::shared_ptr<const lesson::Lesson> lesson, workbench::Session before,
                     std::size_t step, std::set<std::size_t> earlier)
    : lesson_(std::move(lesson)), before_(std::move(before)), questions_(lesson_->steps.size()),
      earlier_(std::move(earlier)) {
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
        const lesson::Step &old = lesson_->steps[i], &now = lesson->steps[i];
        if (old.state != now.state) break; // the answers to what follows are others
        if (old.question == now.question) questions[i] = questions_[i];
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

std::set<std::size_t> LessonRun::answered() const {
    std::set<std::size_t> steps = which([](const QuestionState& q) { return !q.open(); });
    steps.insert(earlier_.begin(), earlier_.end());
    return steps;
}

std::set<std::size_t> LessonRun::right_at_once() const {
    return which([](const QuestionState& q) { return q.right && q.attempts == 1; });
}

std::set<std::size_t> LessonRun::which(bool (*holds)(const QuestionState&)) const {
    std::set<std::size_t> steps;
    for (std::size_t i = 0; i < questions_.size(); ++i)
        if (lesson_->steps[i].question && holds(questions_[i])) steps.insert(i);
    return steps;
}

} // namespace ui
