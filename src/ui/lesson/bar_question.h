#pragma once
// A question that is answered by dragging a bar to where one expects a number.

#include "ui/canvas/ui.h"
#include "ui/lesson/run.h"

namespace ui {

/// Draws the bar, which sets state.bar, and beside it the known one that the question may compare with. Once
/// the question is answered, the true bar, with a line where the learner had it.
void draw_bar_question(Ui& ui, const lesson::Question& question, QuestionState& state,
                       const lesson::Scope& scope, const drawing::Rect& area);

} // namespace ui
