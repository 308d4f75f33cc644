#pragma once
// A question in the lesson's card: what to do, the answer, a hint, the verdict.

#include "lesson/telling.h"
#include "ui/lesson/run.h"
#include "ui/widgets/rich_text.h"

namespace ui {

/// Draws the question from `at` (top left) within `width`, or only measures it. Returns its height.
float draw_question_box(Ui& ui, LessonRun& run, lesson::Telling& telling, drawing::Point at, float width,
                        bool measure_only, const std::function<void(const lesson::StoryText&)>& add_ties,
                        const TieUse& tied);

} // namespace ui
