#pragma once
// Where what a lesson names stands in this frame.

#include "lesson/story_text.h"
#include "ui/canvas/anchors.h"

namespace ui {

/// The rectangle of cells, a word or an anchor; for several cells the one around all of them. Empty when it
/// is not on screen: cells of another head than `head`, which is shown, are not. Anchors::name_now() must
/// have been called in this frame.
std::optional<drawing::Rect> place_on_screen(const Anchors& anchors, const lesson::Tie& tie,
                                             const workbench::Pass& pass, base::Index head);

} // namespace ui
