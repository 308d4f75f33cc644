#pragma once
// After the last stage: what one could try now.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// On a card of its own.
void draw_what_next(Ui& ui, const Scene& scene, drawing::Point at, float width, Actions& actions);

/// In a column that is being filled; returns the height.
float what_next(Ui& ui, const Scene& scene, drawing::Point at, float width, Actions& actions);

} // namespace ui
