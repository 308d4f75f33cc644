#pragma once
// A question in the lesson's card: what to do, the answer, a hint, the verdict. One kind is answered by
// dragging a bar to where one expects a number; a slide shows it, too.

#include "lesson/text.h"
#include "ui/canvas/ui.h"
#include "ui/lesson/run.h"
#include "ui/widgets/rich_text.h"

namespace ui {

/// Draws the question from `at` (top left) within `width`, or only measures it. Returns its height.
float draw_question_box(Ui& ui, LessonRun& run, lesson::Telling& telling, drawing::Point at, float width,
                        bool measure_only, const std::function<void(const lesson::LessonText&)>& add_ties,
                        const TieUse& tied);

/// Draws the bar, which sets state.bar, and beside it the known one that the question may compare with. Once
/// the question is answered, the true bar, with a line where the learner had it.
void draw_bar_question(Ui& ui, const lesson::Question& question, QuestionState& state,
                       const lesson::Scope& scope, const drawing::Rect& area);

} // namespace ui
