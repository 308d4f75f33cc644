#pragma once
// The card at the right: the stage in words and numbers, a question about the next one, the formula, the
// arithmetic, the code.

#include "lesson/answers.h"
#include "ui/actions.h"
#include "ui/ui.h"

namespace ui {

/// What is said about a pass as a whole: the same for all its cells, so made once.
struct PassTexts {
    std::weak_ptr<const workbench::Pass> pass;
    std::vector<lesson::Listing> listings;
    std::string formula;
};

struct ExplanationState {
    PassTexts texts;
    int language = 0; ///< which listing
    lesson::Answers answers;
    std::optional<lesson::Prediction> question; ///< of the marked cell, as of this frame
    lesson::Clues hidden;                       ///< as of this frame
    bool all_terms = false;                     ///< a long sum is shown whole
};

/// Asks the stage's question, and says what is hidden in the whole view while it is open.
lesson::Clues clues_hidden(Ui& ui, ExplanationState& state, const Scene& scene);

void draw_explanation(Ui& ui, ExplanationState& state, const Scene& scene, const drawing::Rect& area,
                      const lesson::Clues& hidden, Actions& actions);

} // namespace ui
