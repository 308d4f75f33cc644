#pragma once
// The story in words: titles, notes and answers from its numbers.

#include "drawing/figures/story_layout.h"
#include "narration/narration.h"
#include "ui/views/story/story.h"

namespace ui {

/// “it”; a word that stands there more than once with its number. `source`: of the source.
std::string story_word(const StoryFrame& frame, base::Index word, bool source = false);
/// “How does “it” find “cat”? In two steps”.
std::string story_title(const StoryFrame& frame);
/// Where the numbers come from, and whether there was a hint.
std::string story_origin(const StoryFrame& frame);
/// "from it: cat 0.98".
std::string remark_text(const StoryFrame& frame, std::size_t layer, base::Index head);
/// Everything that the figure shows.
drawing::StoryContent story_content(const StoryFrame& frame);

} // namespace ui
