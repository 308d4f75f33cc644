#pragma once
// The menu of offered comparisons, and the user's own pair.

#include "ui/panels/compare.h"

namespace ui {

/// A button and its menu in `area`. The user's own pair is kept in state.yours when another one is chosen.
void draw_compare_menu(Ui& ui, CompareState& state, const Scene& left, const Scene& right,
                       const drawing::Rect& area, Actions& left_actions, Actions& right_actions);

} // namespace ui
