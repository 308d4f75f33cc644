#pragma once
// A stage while it is played: the matrices as far as they are filled, what is being multiplied lit, and the
// card with the products.

#include "ui/panels/board.h"
#include "workbench/player.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

struct PlayState {
    workbench::Player player;
    drawing::Rect area; ///< of the last frame
    /// What was on the screen in the last frame, for tests.
    struct Shown {
        std::string phase;
        long step = 0, steps = 0;
        double seconds = 0; ///< of the whole stage
        workbench::Moment moment;
        bool over = false; ///< the last stage has been played: what next?
    } shown;
};

/// Draws the stage that is open, into `area`; a click on it, or its cross, shows the whole stage again.
void draw_play(Ui& ui, PlayState& state, BoardState& board, const workbench::Playback& playback,
               const Scene& scene, const drawing::Rect& area, Actions& actions);

/// Space plays and pauses, comma and period go one product back and on, Escape shows the whole stage.
void play_keys(Ui& ui, PlayState& state, const Scene& scene, Actions& actions);

nlohmann::json play_report(const PlayState& state);

} // namespace ui
