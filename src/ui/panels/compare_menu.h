#pragma once
// The menu of comparisons on offer, and the person's own pair.

#include "ui/panels/compare.h"

namespace ui {

/// A button and its menu in `area`. A pair that is the person's own is kept in state.yours when another one
/// is chosen.
void draw_compare_menu(Ui& ui, CompareState& state, const Scene& left, const Scene& right,
                       const drawing::Rect& area, Actions& left_actions, Actions& right_actions);

} // namespace ui
