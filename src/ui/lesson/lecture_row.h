#pragma once
// One row of the stage's result, large, for a lecture in which all of its rows would be too small to read.

#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/panel/scene.h"

namespace ui {

/// True if the row can be shown in an area of this width, beside the words drawn in this frame.
bool suits_row(const Ui& ui, const Scene& scene, float width);

/// Of queries and keys: a bar below the word of each key. Of other matrices: a box for each number, with its
/// name. Cells get their usual anchors.
void draw_lecture_row(Ui& ui, Ranges& ranges, const Scene& scene, const drawing::Rect& area);

} // namespace ui
