#pragma once
// The bar at the bottom: play through the stages, jump to any of them, and the keys that do the same. The
// stage that is played widens into its phases.

#include "ui/actions.h"
#include "ui/ui.h"
#include "workbench/player.h"

namespace ui {

/// `playback` is the stage on the screen; null in a view that only goes from stage to stage.
void draw_scrubber(Ui& ui, workbench::Player& player, const workbench::Playback* playback, const Scene& scene,
                   const drawing::Rect& area, double seconds, Actions& actions);
/// Starts or stops playing; at the end of the last stage it starts over.
void toggle_play(workbench::Player& player, const workbench::Playback* playback, const Scene& scene,
                 Actions& actions);
/// The selection one stage on (+1) or back (−1); the same at the ends.
workbench::Selection stepped(const Scene& scene, int by);
/// True when the stage on the screen is the last one.
bool is_last_stage(const Scene& scene);

} // namespace ui
