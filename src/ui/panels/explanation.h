#pragma once
// The card on the right: the stage in words and numbers, a question about the next one, the formula, the
// arithmetic, the code.

#include "lesson/answers.h"
#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// Texts about a pass as a whole: the same for all its cells, so built once.
struct PassTexts {
    std::weak_ptr<const workbench::Pass> pass;
    std::vector<lesson::Listing> listings;
    std::string formula;
};

struct ExplanationState {
    PassTexts texts;
    int language = 0;        ///< index of the code listing
    bool copied = false;     ///< its button says "Copied"
    double copied_until = 0; ///< it does so at least until then, in ImGui's time
    lesson::Answers answers;
    std::optional<lesson::Prediction> question; ///< about the marked cell, in this frame
    lesson::Clues hidden;                       ///< in this frame
    attention::Cell explained;                  ///< whose arithmetic is shown, in this frame
    bool all_terms = false;                     ///< show all terms of a long sum
};

/// Updates the stage's question; returns what the whole view hides while it is open.
lesson::Clues clues_hidden(Ui& ui, ExplanationState& state, const Scene& scene);

void draw_explanation(Ui& ui, ExplanationState& state, const Scene& scene, const drawing::Rect& area,
                      const lesson::Clues& hidden, Actions& actions);

} // namespace ui
