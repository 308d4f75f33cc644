#pragma once
// Choosing a mask by its kinds.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// Two lines of controls: none, causal, window, padding; drawn masks can be cleared.
void draw_mask_choices(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);

} // namespace ui
