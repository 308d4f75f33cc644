#pragma once
// A question about the next stage: choices, what became of the guess, and the ways around it.

#include "lesson/answers.h"
#include "ui/ui.h"

namespace ui {

/// Draws the question from `at` (top left), or the offer to ask where none are wanted; returns the height.
float draw_question(Ui& ui, lesson::Answers& answers, const lesson::Prediction& question, drawing::Point at,
                    float width);

} // namespace ui
