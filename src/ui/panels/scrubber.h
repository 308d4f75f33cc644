#pragma once
// The bar at the bottom: play through the stages, jump to any of them, and the keys that do the same.

#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

struct ScrubberState {
    bool playing = false;
    int speed = 1;      ///< index into the speeds
    double elapsed = 0; ///< seconds in this stage
};

void draw_scrubber(Ui& ui, ScrubberState& state, const Scene& scene, const drawing::Rect& area,
                   double seconds, Actions& actions);
/// Starts or stops playing; from the last stage it starts over.
void toggle_play(ScrubberState& state, const Scene& scene, Actions& actions);
/// The selection one stage on (+1) or back (−1); the same at the ends.
workbench::Selection stepped(const Scene& scene, int by);

} // namespace ui
