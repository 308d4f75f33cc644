#pragma once
// The stages on the left: the current one, those done, the shape of each result; and which head is shown.

#include "narration/prediction.h"
#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

/// Folded, it is a strip of the stages' numbers. `hidden`: what an open question asks for is not shown.
void draw_stage_rail(Ui& ui, const Scene& scene, const drawing::Rect& area, bool folded,
                     const narration::Clues& hidden, Actions& actions);

/// "10 × 6": the shape of a stage's main result.
std::string shape_text(const attention::Trace& t, const attention::Stage& stage, base::Index head);

} // namespace ui
