#pragma once
// A lesson's text on screen: paragraphs, items of a list, code.

#include "lesson/story_text.h"
#include "ui/widgets/rich_text.h"

namespace ui {

/// Draws the text, or only measures it, from `at` (top left) within `width`; returns its height. `first_tie`
/// is added to the number of each tie.
float draw_story(Ui& ui, const lesson::StoryText& text, drawing::Point at, float width, float size,
                 bool measure_only, const TieUse& tied = {}, int first_tie = 0);

} // namespace ui
