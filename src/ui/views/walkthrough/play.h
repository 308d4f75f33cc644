#pragma once
// A stage being played: the matrices as far as they are filled, the current operands highlighted, and the
// card with the products.

#include "ui/board/board.h"
#include "workbench/player.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

struct PlayState {
    workbench::Player player;
    drawing::Rect area; ///< of the last frame
    /// What was on screen in the last frame, for tests.
    struct Shown {
        std::string phase;
        long step = 0, steps = 0;
        double seconds = 0; ///< duration of the whole stage
        workbench::Moment moment;
        bool over = false; ///< the last stage has been played: suggest what to try next
    } shown;
};

/// Draws the stage being played into `area`; clicking it, or its cross, shows the whole stage again.
void draw_play(Ui& ui, PlayState& state, BoardState& board, const workbench::Playback& playback,
               const Scene& scene, const drawing::Rect& area, Actions& actions);

/// Space plays and pauses, comma and period step one product back or forward, Escape shows the whole stage.
void play_keys(Ui& ui, PlayState& state, const Scene& scene, Actions& actions);

nlohmann::json play_report(const PlayState& state);

} // namespace ui
