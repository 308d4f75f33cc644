#pragma once
// The Walkthrough view: one sentence, from words to output, stage by stage.

#include "ui/panels/board.h"
#include "ui/panels/explanation.h"
#include "ui/panels/scrubber.h"
#include "ui/panels/words.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

struct WalkthroughState {
    BoardState board;
    ExplanationState explanation;
    ScrubberState scrubber;
};

/// Draws the view into `area`; `seconds` have passed since the last frame.
void draw_walkthrough(Ui& ui, WalkthroughState& state, const Scene& scene, const drawing::Rect& area,
                      double seconds, Actions& actions);

/// {"question":…,"state":…,"asking":…,"hidden":[…]}: what is asked, and what is hidden, for tests.
nlohmann::json walkthrough_report(const WalkthroughState& state);

/// ← → stage, ↑ ↓ word, Space, H, M; arrows move the marked cell when the board has the focus.
void walkthrough_keys(Ui& ui, ScrubberState& scrubber, const Scene& scene, Actions& actions);

} // namespace ui
