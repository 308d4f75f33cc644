#pragma once
// The button to go on after reading: to the next stage, and from the last one back to the Start page.

#include "ui/views/walkthrough/walkthrough.h"

namespace ui {

inline constexpr float next_step_width = 180, next_step_height = 40; ///< design pixels

void draw_next_step(WalkthroughFrame& frame, const drawing::Rect& area);

// After the last stage: suggestions what to try next.

/// Draws the suggestions on a card of their own.
void draw_what_next(WalkthroughFrame& frame, drawing::Point at, float width);

/// Draws the suggestions within a column that is about `scene`; returns the height.
float what_next(WalkthroughFrame& frame, const Scene& scene, drawing::Point at, float width);

} // namespace ui
