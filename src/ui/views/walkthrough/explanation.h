#pragma once
// The card on the right: the stage in words and numbers, a question about the next one, the formula, the
// arithmetic, the code.

#include "ui/views/walkthrough/walkthrough.h"

namespace ui {

/// Updates the stage's question; returns what the whole view hides while it is open.
narration::Clues clues_hidden(WalkthroughFrame& frame);

/// Hides what clues_hidden() found in this frame.
void draw_explanation(WalkthroughFrame& frame, const drawing::Rect& area);

} // namespace ui
