#pragma once
// The card at the right: the stage's question, its answer in words and numbers, the formula, the arithmetic,
// the code.

#include "lesson/prediction.h"
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
    int language = 0;                 ///< which listing
    std::optional<std::size_t> guess; ///< the choice made for the prediction shown
    std::string guessed_for;          ///< which prediction that was
    bool all_terms = false;           ///< a long sum is shown whole
};

void draw_explanation(Ui& ui, ExplanationState& state, const Scene& scene, const drawing::Rect& area,
                      Actions& actions);

} // namespace ui
