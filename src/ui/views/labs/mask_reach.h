#pragma once
// How far a word reaches through several layers: a page of the mask lab.

#include "base/study.h"
#include "ui/chrome/view.h"
#include "workbench/studies/mask_study.h"

#include <tuple>

namespace ui {

struct ReachChoices {
    bool shown = false;
    int layers = 0; ///< 0: as many as the model has, or a few
    /// The dot whose way up is shown: rows are counted from the top, where row 0 is the marked word's own.
    int way_row = 0;
    std::int64_t way_word = 0;
    bool operator==(const ReachChoices&) const = default;
};

struct ReachState {
    ReachChoices chosen;
    base::Study<workbench::Reach, std::tuple<base::Index, base::Index>>
        study;                                     ///< of a word and a number of layers
    std::shared_ptr<const workbench::Reach> shown; ///< as drawn in the last frame; null: not drawn
    std::vector<base::Index> way;                  ///< that is shown
};

/// "One layer" or "Several layers"; returns the height used.
float choose_reach(ViewFrame& frame, ReachState& state, const drawing::Rect& line);
/// The rows of dots with the mask of the frame's scene, and what they say.
void draw_reach(ViewFrame& frame, ReachState& state, const drawing::Rect& area);
void visit_reach(workbench::ChoiceVisitor& choices, ReachState& state);

} // namespace ui
