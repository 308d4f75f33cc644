#pragma once
// The score lab: the same queries and keys under every score function.

#include "ui/actions.h"
#include "ui/panels/export_card.h"
#include "ui/ui.h"
#include "workbench/score_comparison.h"
#include "workbench/study.h"

namespace ui {

struct ScoreLabState {
    workbench::Study<workbench::ScoreComparison> study;
    std::shared_ptr<const workbench::ScoreComparison> shown; ///< as drawn in the last frame; null: not drawn
    bool scores = false;                                     ///< shows the scores instead of the weights
};

void draw_score_lab(Ui& ui, ScoreLabState& state, const Scene& scene, const drawing::Rect& area,
                    Actions& actions);

/// The matrices of all score functions on one sheet.
Exportables score_lab_exports(Ui& ui, const ScoreLabState& state, const Scene& scene);

} // namespace ui
