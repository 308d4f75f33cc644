#pragma once
// The menu of offered comparisons, and the user's own pair.

#include "ui/views/compare/compare.h"

namespace ui {

/// A button and its menu in the frame's `bar`. The user's own pair is kept in state.yours when another one is
/// chosen.
void draw_compare_menu(CompareFrame& frame);

} // namespace ui
