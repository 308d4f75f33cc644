#pragma once
// After the last stage: suggestions what to try next.

#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

/// Draws the suggestions on a card of their own.
void draw_what_next(Ui& ui, const Scene& scene, drawing::Point at, float width, Actions& actions);

/// Draws the suggestions within a column; returns the height.
float what_next(Ui& ui, const Scene& scene, drawing::Point at, float width, Actions& actions);

} // namespace ui
