#pragma once
// A number on a slide, typed over: the hall calls it out, a click opens its cell.

#include "ui/board/board.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

#include <optional>

namespace ui {

/// The cell under the mouse whose number can be set, among those of the stage's matrices that are on screen.
/// Anchors::name_now() must have been called in this frame.
std::optional<attention::Cell> number_at_mouse(const Ui& ui, const Scene& scene);

/// Begins to type another number into the cell.
void open_number(CellEdit& edit, const Scene& scene, const attention::Cell& cell);

/// The field over the cell, while it is open; returns its place, empty when there is none. Enter, or a click
/// elsewhere, sets the number, Escape leaves it as it was.
drawing::Rect draw_number_field(Ui& ui, CellEdit& edit, Actions& actions);

} // namespace ui
