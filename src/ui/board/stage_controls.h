#pragma once
// Controls to choose a mask by kind.

#include "ui/board/board.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

namespace ui {

/// One line of controls from `start`, or two when `pitch` is not 0: none, causal, window, padding; a
/// drawing can be cleared, which leaves the others. Counts that do not fit before `right` are narrower, or
/// left out. Their names begin with `name`. Returns where the line ends.
float draw_mask_choices(Ui& ui, const Scene& scene, const std::string& name, drawing::Point start,
                        float right, float pitch, Actions& actions);

// The controls of the current stage, below its matrices: which product, score function, scale, mask, dropout;
// zoom; what the last step changed; what was set by hand.

/// Draws at the bottom of `area`; returns the height used.
float draw_stage_controls(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& area,
                          Actions& actions);

} // namespace ui
