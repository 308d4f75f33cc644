#pragma once
// The end of a lesson, which stays until one leaves it: which questions are open, one picture to keep, what
// one can do now, and what comes next.

#include "ui/chrome/view.h"
#include "ui/lesson/card.h"
#include "workbench/document/pass.h"

#include <memory>
#include <set>
#include <string>

namespace ui {

/// What the end tells of a lesson.
struct Recap {
    std::set<std::size_t> answered; ///< steps, from 0, whose questions were answered at some time
    bool done = false;              ///< all are, or the learner has decided to leave it at that
    bool back = false;              ///< a side room: the next lesson is the one that it was left from
    std::shared_ptr<const workbench::Pass> picture = {}; ///< to keep; null: none
    base::Index query = 0, head = 0;                     ///< marked in the picture
    bool of_heads = false;             ///< the lesson speaks of heads: the picture says which one it shows
    const CourseEntry* next = nullptr; ///< the lesson after this one; null: it is the last
    lesson::LessonText told = {};      ///< what the lesson comes to; empty: nothing is said

    bool is_open(const lesson::Step& step, std::size_t i) const {
        return step.question && !answered.contains(i);
    }
};

/// The card: each step with a tick, or with a ring and a way to its open question.
LessonWish draw_recap_card(Ui& ui, const LessonRun& run, const Recap& recap, const drawing::Rect& area);
/// The stage beside it.
LessonWish draw_recap_stage(Ui& ui, const LessonRun& run, const Recap& recap, const drawing::Rect& area);

} // namespace ui
