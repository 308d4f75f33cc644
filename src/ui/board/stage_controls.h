#pragma once
// The controls of the current stage, below its matrices.

#include "ui/board/board.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

namespace ui {

/// The kinds of mask, here and in the mask lab, in one line from `start`, or in two when `pitch` is not 0:
/// none, causal, window, padding; a drawing can be cleared, which leaves the others. Counts that do not fit
/// before `right` are narrower, or left out. Control names begin with `name`. Returns where the line ends.
float draw_mask_choices(Ui& ui, const Scene& scene, const std::string& name, drawing::Point start,
                        float right, float pitch, Actions& actions);

/// Which product, score function, scale, mask, dropout; zoom; what the last step changed; what was set by
/// hand. Draws at the bottom of `area`; returns the height used.
float draw_stage_controls(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& area,
                          Actions& actions);

} // namespace ui
