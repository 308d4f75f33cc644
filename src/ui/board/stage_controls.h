#pragma once
// The controls of the current stage, below its matrices: which product, score function, scale, mask, dropout;
// zoom; what the last step changed; what was set by hand.

#include "ui/board/board.h"

namespace ui {

/// Draws at the bottom of `area`; returns the height used.
float draw_stage_controls(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& area,
                          Actions& actions);

} // namespace ui
