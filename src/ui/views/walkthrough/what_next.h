#pragma once
// After the last stage: suggestions what to try next.

#include "ui/views/walkthrough/walkthrough.h"

namespace ui {

/// Draws the suggestions on a card of their own.
void draw_what_next(WalkthroughFrame& frame, drawing::Point at, float width);

/// Draws the suggestions within a column that is about `scene`; returns the height.
float what_next(WalkthroughFrame& frame, const Scene& scene, drawing::Point at, float width);

} // namespace ui
