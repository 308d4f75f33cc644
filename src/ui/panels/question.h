#pragma once
// A question about the next stage: choices, the verdict on the guess, and ways to skip it.

#include "lesson/answers.h"
#include "ui/ui.h"

namespace ui {

/// Draws the question from `at` (top left), or the offer to ask when questions are off; returns the height.
float draw_question(Ui& ui, lesson::Answers& answers, const lesson::Prediction& question, drawing::Point at,
                    float width);

} // namespace ui
