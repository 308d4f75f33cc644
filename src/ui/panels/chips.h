#pragma once
// A line of chips: everything in force that is not usual, each with a × that puts the usual back.

#include "ui/actions.h"
#include "ui/ui.h"
#include "workbench/in_force.h"

namespace ui {

struct ChipsState {
    std::weak_ptr<const workbench::Pass> pass; ///< what `found` was looked up for
    attention::Index head = 0;
    std::vector<workbench::InForce> found;
    float height = 0; ///< pixels; while the mouse is held, what it was: nothing moves away under the hand
};

/// The height that the chips need within `width`: 0 when there is nothing to say.
float chips_height(Ui& ui, ChipsState& state, const Scene& scene, float width);

/// Draws the chips from the top left of `area`, in as many lines as they need.
void draw_chips(Ui& ui, ChipsState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);

} // namespace ui
