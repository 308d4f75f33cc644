#pragma once
// A stage being played: the matrices as far as they are filled, the current operands highlighted, and the
// card with the products.

#include "ui/views/walkthrough/walkthrough.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

/// Draws the stage being played into `area`; clicking it, or its cross, shows the whole stage again.
void draw_play(WalkthroughFrame& frame, const workbench::Playback& playback, const drawing::Rect& area);

/// Space plays and pauses, comma and period step one product back or forward, Escape shows the whole stage.
void play_keys(WalkthroughFrame& frame);

nlohmann::json play_report(const PlayState& state);

} // namespace ui
