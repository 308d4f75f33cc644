#pragma once
// The stage being played, expanded on the scrubber: its phases, and a thumb to go to any moment.

#include "ui/canvas/ui.h"
#include "ui/panel/scene.h"
#include "workbench/player.h"

namespace ui {

constexpr float track_line = 23;    ///< design pixels from the bar's top to the line
constexpr float open_share = 0.46F; ///< share of the line taken by the stage being played

/// The share of the stage that has been played, 0 to 1.
float share_played(const workbench::Player& player, const workbench::Playback& playback);

/// Handles dragging of the thumb; `area` begins at the stage's dot. True while it is held.
bool scrub(Ui& ui, workbench::Player& player, const workbench::Playback& playback, const drawing::Rect& area);
/// The phases and the thumb.
void draw_play_track(Ui& ui, workbench::Player& player, const workbench::Playback& playback,
                     const Scene& scene, const drawing::Rect& area);

} // namespace ui
