#pragma once
// A lesson being taken: the step that is open, and what the learner has answered.

#include "lesson/judge.h"
#include "lesson/lesson.h"
#include "lesson/text.h"
#include "workbench/session/session.h"

#include <memory>
#include <set>

namespace ui {

/// What the learner has done about the question of a step.
struct QuestionState {
    bool right = false, revealed = false;
    bool hinted = false;                           ///< the hint was asked for
    long attempts = 0;                             ///< answers given
    lesson::Verdict verdict = {};                  ///< on the last of them
    std::set<std::size_t> wrong = {};              ///< choices tried in vain
    std::string typed = {};                        ///< a number
    bool takes_caret = false;                      ///< its field, once what was typed is wrong
    double bar = 0;                                ///< as it was dragged
    std::vector<std::string> order = {};           ///< stages clicked so far
    std::size_t right_so_far = 0;                  ///< of those in the last wrong order, from the first on
    std::optional<base::Index> clicked = {};       ///< the last word clicked
    std::optional<lesson::Arrow> tip = {};         ///< where the arrow was moved to …
    std::optional<lesson::Arrow> answered_at = {}; ///< … and where it made true what was asked for

    bool open() const { return !right && !revealed; }
};

class LessonRun {
public:
    /// `before` is what was on the desk: choices that the lesson does not make stay as they are there, and
    /// whoever leaves the lesson gets it back. `earlier`: the steps whose questions were answered before.
    LessonRun(std::shared_ptr<const lesson::Lesson> lesson, workbench::Session before, std::size_t step = 0,
              std::set<std::size_t> earlier = {});

    const workbench::Session& before() const { return before_; }

    const lesson::Lesson& lesson() const { return *lesson_; }
    const std::shared_ptr<const lesson::Lesson>& shared_lesson() const { return lesson_; }
    const lesson::Step& step() const { return lesson_->steps[at_]; }
    std::size_t at() const { return at_; }
    /// True if the lesson's end comes next.
    bool is_last() const { return at_ + 1 >= lesson_->steps.size(); }
    QuestionState& question() { return questions_[at_]; }
    const QuestionState& question() const { return questions_[at_]; }
    /// What was answered, for a run of the same lesson that goes on later.
    const std::vector<QuestionState>& questions() const { return questions_; }
    void take_up(std::vector<QuestionState> questions) {
        if (questions.size() == questions_.size()) questions_ = std::move(questions);
    }
    /// True while the step asks something that is not answered.
    bool is_asking() const { return step().question && questions_[at_].open(); }

    /// Goes to a step, which show() must then put on screen; beyond the ends it stays there.
    void go_to(std::size_t step);
    /// The session of the open step. Throws InputError when the lesson sets what does not exist.
    workbench::Session session(const workbench::Library& library) const;
    /// A newer text of the same lesson. Answers stay where the question is unchanged, and so is all that the
    /// steps up to it set; others are asked again.
    void replace(std::shared_ptr<const lesson::Lesson> lesson);

    /// Judges an answer and remembers it; true when it is right.
    bool judge(const lesson::Verdict& verdict);

    /// The steps whose questions were answered in this run or before, and those answered rightly at the first
    /// attempt of this run.
    std::set<std::size_t> answered() const;
    std::set<std::size_t> right_at_once() const;

private:
    std::set<std::size_t> which(bool (*holds)(const QuestionState&)) const;

    std::shared_ptr<const lesson::Lesson> lesson_;
    workbench::Session before_;
    std::size_t at_ = 0;
    std::vector<QuestionState> questions_; ///< one per step
    std::set<std::size_t> earlier_;
};

} // namespace ui
