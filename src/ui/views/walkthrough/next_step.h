#pragma once
// The button to go on after reading: to the next stage, and from the last one back to the Start page.

#include "ui/views/walkthrough/walkthrough.h"

namespace ui {

inline constexpr float next_step_width = 180, next_step_height = 40; ///< design pixels

void draw_next_step(WalkthroughFrame& frame, const drawing::Rect& area);

} // namespace ui
