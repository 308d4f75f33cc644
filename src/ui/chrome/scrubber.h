#pragma once
// The bar at the bottom: plays through the stages, jumps to any of them, and lists the keys that do the same.
// The stage being played expands into its phases.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/playback.h"

namespace ui {

/// `playback` is the stage on screen; null in a view that only steps from stage to stage.
void draw_scrubber(Ui& ui, workbench::Player& player, const workbench::Playback* playback, const Scene& scene,
                   const drawing::Rect& area, double seconds, Actions& actions);
/// Starts or stops playing; at the end of the last stage it starts over.
void toggle_play(workbench::Player& player, const workbench::Playback* playback, const Scene& scene,
                 Actions& actions);
/// The selection one stage forward (+1) or back (−1); unchanged at the ends.
workbench::Selection stepped(const Scene& scene, int by);
/// True when the stage on screen is the last one.
bool is_last_stage(const Scene& scene);

} // namespace ui
