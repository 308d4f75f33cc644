#pragma once
// Controls to choose a mask by kind.

#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

/// One line of controls from `start`, or two when `pitch` is not 0: none, causal, window, padding; a
/// drawing can be cleared, which leaves the others. Counts that do not fit before `right` are narrower, or
/// left out. Their names begin with `name`. Returns where the line ends.
float draw_mask_choices(Ui& ui, const Scene& scene, const std::string& name, drawing::Point start,
                        float right, float pitch, Actions& actions);

} // namespace ui
