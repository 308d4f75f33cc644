#pragma once
// The words with arcs: where the marked word looks, as thick as the weight.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// Draws the words at the top of `area`, with flatter arcs where height is scarce; returns the height that
/// was used.
float draw_words(Ui& ui, const Scene& scene, const drawing::Rect& area, bool high_arcs, Actions& actions);

} // namespace ui
