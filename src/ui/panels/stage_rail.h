#pragma once
// The stages at the left: where we are, what is behind us, the shape of each result; and which head is looked
// at.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// Folded it is a strip of the stages' numbers.
void draw_stage_rail(Ui& ui, const Scene& scene, const drawing::Rect& area, bool folded, Actions& actions);

/// "10 × 6": the shape of a stage's main result.
std::string shape_text(const attention::Trace& t, const attention::Stage& stage, attention::Index head);

} // namespace ui
