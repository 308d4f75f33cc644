#pragma once
// What is being worked out while a stage is played: the terms of a cell as they come, and the sum so far.

#include "ui/actions.h"
#include "ui/ui.h"
#include "workbench/playback.h"

namespace ui {

/// The height that the card takes for all moments of a product, at most `room`: it stays the same while the
/// product is made.
float play_card_height(Ui& ui, const Scene& scene, const workbench::Playback& playback,
                       const workbench::Moment& moment, float width, float room);

/// Draws the card; true when its cross was worked: the whole stage is wanted again.
bool draw_play_card(Ui& ui, const Scene& scene, const workbench::Playback& playback,
                    const workbench::Moment& moment, const drawing::Rect& area);

} // namespace ui
