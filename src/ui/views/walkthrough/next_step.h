#pragma once
// The button to go on after reading: to the next stage, and from the last one back to the Start page.

#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

inline constexpr float next_step_width = 180, next_step_height = 40; ///< design pixels

void draw_next_step(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);

} // namespace ui
