#pragma once
// The Walkthrough view: one sentence, from words to output, stage by stage.

#include "ui/panels/board.h"
#include "ui/panels/explanation.h"
#include "ui/panels/scrubber.h"
#include "ui/panels/words.h"
#include "ui/widgets/fold.h"

namespace ui {

struct WalkthroughState {
    BoardState board;
    ExplanationState explanation;
    ScrubberState scrubber;
    Fold rail_fold, explanation_fold;

    /// By the panel's name in its handle; null: there is no such panel.
    Fold* fold(std::string_view panel) {
        return panel == "rail" ? &rail_fold : panel == "explanation" ? &explanation_fold : nullptr;
    }
};

/// Draws the view into `area`; `seconds` have passed since the last frame.
void draw_walkthrough(Ui& ui, WalkthroughState& state, const Scene& scene, const drawing::Rect& area,
                      double seconds, Actions& actions);

/// ← → stage, ↑ ↓ word, Space, H, M; arrows move the marked cell when the board has the focus.
void walkthrough_keys(Ui& ui, ScrubberState& scrubber, const Scene& scene, Actions& actions);

} // namespace ui
