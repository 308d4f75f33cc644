#pragma once
// The arithmetic of a stage being played: the terms of a cell as they are added, and the running sum.

#include "ui/canvas/ui.h"
#include "ui/panel/scene.h"
#include "workbench/playback.h"

namespace ui {

/// The card's height for all moments of a product, at most `room`: constant while the product is computed.
float play_card_height(Ui& ui, const Scene& scene, const workbench::Playback& playback,
                       const workbench::Moment& moment, float width, float room);

/// Draws the card; true when its cross was activated, to show the whole stage again.
bool draw_play_card(Ui& ui, const Scene& scene, const workbench::Playback& playback,
                    const workbench::Moment& moment, const drawing::Rect& area);

} // namespace ui
