#pragma once
// The card on the right: the stage in words and numbers, a question about the next one, the formula, the
// arithmetic, the code.

#include "narration/answers.h"
#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"

namespace ui {

/// Texts about a pass as a whole: the same for all its cells, so built once.
struct PassTexts {
    std::weak_ptr<const workbench::Pass> pass;
    std::vector<narration::Listing> listings;
    std::string formula;
};

struct ExplanationChoices {
    bool asking = true;     ///< false: no questions, and nothing hidden for them
    bool all_terms = false; ///< show all terms of a long sum
    int language = 0;       ///< index of the code listing
    bool operator==(const ExplanationChoices&) const = default;
};

struct ExplanationState {
    ExplanationChoices chosen;
    PassTexts texts;
    bool copied = false;     ///< its button says "Copied"
    double copied_until = 0; ///< it does so at least until then, in ImGui's time
    narration::Answers answers;
    std::optional<narration::Prediction> question; ///< about the marked cell, in this frame
    narration::Clues hidden;                       ///< in this frame
    attention::Cell explained;                     ///< whose arithmetic is shown, in this frame
};

/// Updates the stage's question; returns what the whole view hides while it is open.
narration::Clues clues_hidden(Ui& ui, ExplanationState& state, const Scene& scene);

void draw_explanation(Ui& ui, ExplanationState& state, const Scene& scene, const drawing::Rect& area,
                      const narration::Clues& hidden, Actions& actions);

} // namespace ui
