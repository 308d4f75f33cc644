#pragma once
// Choosing a mask: by its kinds, or cell by cell.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// True when the query may read the key.
bool is_allowed(const Scene& scene, attention::Index query, attention::Index key);
/// The mask now in force, as one drawn by hand, with one cell set.
workbench::MaskChoice drawn_mask(const Scene& scene, attention::Index query, attention::Index key, bool allow);

/// Two lines of controls: none, causal, window, padding; drawn masks can be cleared.
void draw_mask_choices(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);

} // namespace ui
