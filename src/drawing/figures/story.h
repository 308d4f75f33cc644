#pragma once
// Paints the story of a word.

#include "drawing/figures/story_layout.h"

#include <optional>

namespace drawing {

struct StoryLook {
    std::optional<std::size_t> hovered_arc = {}; ///< of StoryLayout::arcs
};

/// `layout` must be the layout of `content`.
Figure story_figure(const StoryLayout& layout, const StoryContent& content, const StoryLook& look,
                    const Palette& palette, const TextMeasure& measure);

} // namespace drawing
