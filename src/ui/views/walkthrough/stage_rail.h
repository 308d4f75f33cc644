#pragma once
// The stages on the left: the current one, those done, the shape of each result; and which head is shown.

#include "narration/prediction.h"
#include "ui/views/walkthrough/walkthrough.h"

namespace ui {

/// Folded, it is a strip of the stages' numbers. `hidden`: what an open question asks for is not shown.
void draw_stage_rail(WalkthroughFrame& frame, const drawing::Rect& area, bool folded,
                     const narration::Clues& hidden);

/// "10 × 6": the shape of a stage's main result.
std::string shape_text(const attention::Trace& t, const attention::Stage& stage, base::Index head);

} // namespace ui
