#pragma once
// The Walkthrough view: one sentence, from words to output, stage by stage.

#include "ui/panels/board.h"
#include "ui/panels/chips.h"
#include "ui/panels/explanation.h"
#include "ui/panels/play.h"
#include "ui/panels/words.h"
#include "ui/widgets/fold.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

struct WalkthroughState {
    BoardState board;
    ExplanationState explanation;
    PlayState play;
    ChipsState chips;
    Fold rail_fold, explanation_fold;

    /// By the panel's name; null: there is no such panel.
    Fold* fold(std::string_view panel) {
        return panel == "rail" ? &rail_fold : panel == "explanation" ? &explanation_fold : nullptr;
    }
};

/// Draws the view into `area`; `seconds`: time since the last frame.
void draw_walkthrough(Ui& ui, WalkthroughState& state, const Scene& scene, const drawing::Rect& area,
                      double seconds, Actions& actions);

/// {"question":…,"state":…,"asking":…,"hidden":[…]}: the question and what it hides, for tests.
nlohmann::json walkthrough_report(const WalkthroughState& state);

/// ← → stage, ↑ ↓ word, H, M; arrows move the marked cell when the board has the focus.
void walkthrough_keys(Ui& ui, const Scene& scene, Actions& actions);

} // namespace ui
