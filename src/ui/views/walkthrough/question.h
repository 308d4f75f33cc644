#pragma once
// A question about the next stage: choices, the verdict on the guess, and ways to skip it.

#include "narration/answers.h"
#include "ui/canvas/ui.h"

namespace ui {

/// Draws the question from `at` (top left), or the offer to ask if not `asking`; returns the height.
float draw_question(Ui& ui, bool& asking, narration::Answers& answers, const narration::Prediction& question,
                    drawing::Point at, float width);

} // namespace ui
