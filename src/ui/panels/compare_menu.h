#pragma once
// The comparisons on offer: two documents that differ in one thing.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// A button and its menu in `area`; `chosen` is the id of the comparison that was opened last. Returns the
/// one that was chosen now, or null; its documents are in `a` and `b`.
const workbench::Comparison* draw_compare_menu(Ui& ui, const std::string& chosen, const Scene& scene,
                                               const drawing::Rect& area, Actions& a, Actions& b);

} // namespace ui
