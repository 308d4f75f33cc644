#pragma once
// The arcs of a story, and where their weights and the notes about them stand without being in the way.

#include "drawing/story_layout.h"

namespace drawing {

/// Adds arcs and notes to a layout that has its blocks and answers.
void place_story_notes(StoryLayout& layout, const StoryContent& content, const TextMeasure& measure);

} // namespace drawing
