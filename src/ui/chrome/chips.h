#pragma once
// A line of chips: every setting that is not the default, each with a × that restores the default.

#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"
#include "workbench/in_force.h"

namespace ui {

struct ChipsState {
    std::weak_ptr<const workbench::Pass> pass; ///< the pass that `found` belongs to
    base::Index head = 0;
    std::vector<workbench::InForce> found;
    float height = 0; ///< pixels; frozen while the mouse is held, so that nothing moves from under it
};

/// The height of the chips within `width`: 0 when there are none.
float chips_height(Ui& ui, ChipsState& state, const Scene& scene, float width);

/// The height to keep for chips on a page of this height: on a high page at least one line, so that the
/// first chip moves nothing.
float chips_room(const Ui& ui, float chips, float page_height);

/// Draws the chips from the top left of `area`, in as many lines as needed.
void draw_chips(Ui& ui, ChipsState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);

} // namespace ui
