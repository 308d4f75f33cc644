#pragma once
// The score lab: the same queries and keys under every score function.

#include "ui/actions.h"
#include "ui/ui.h"
#include "workbench/score_comparison.h"
#include "workbench/study.h"

namespace ui {

struct ScoreLabState {
    workbench::Study<workbench::ScoreComparison> study;
    bool scores = false; ///< the scores are shown, not the weights
};

void draw_score_lab(Ui& ui, ScoreLabState& state, const Scene& scene, const drawing::Rect& area,
                    Actions& actions);

} // namespace ui
