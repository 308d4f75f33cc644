#pragma once
// What can be chosen at the stage shown, under its matrices: which product, score function, scale, mask,
// dropout; how far to zoom; what the last step changed; what was set by hand.

#include "ui/panels/board.h"

namespace ui {

/// Draws at the foot of `area`; returns the height that was used.
float draw_stage_controls(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& area,
                          Actions& actions);

} // namespace ui
