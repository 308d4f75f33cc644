#pragma once
// The menu of offered comparisons, and the user's own pair.

#include "ui/views/compare/compare.h"

namespace ui {

/// A button and its menu in the frame's `bar`. The user's own pair is kept in chosen.yours when another one
/// is chosen.
void draw_compare_menu(CompareFrame& frame);

/// Visits a pair that is kept; throws InputError for one that cannot be read. One that is too long for a
/// choice is kept only until the program ends.
void visit_own_pair(workbench::ChoiceVisitor& choices, OwnPair& yours);

} // namespace ui
