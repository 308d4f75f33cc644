#pragma once
// The score lab: the same queries and keys under every score function.

#include "ui/chrome/view.h"
#include "workbench/score_comparison.h"
#include "workbench/study.h"

namespace ui {

struct ScoreLabChoices {
    bool scores = false; ///< shows the scores instead of the weights
    bool operator==(const ScoreLabChoices&) const = default;
};

class ScoreLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The matrices of all score functions on one sheet.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    ScoreLabChoices chosen_;
    workbench::Study<workbench::ScoreComparison, base::Index> study_; ///< of a head
    std::shared_ptr<const workbench::ScoreComparison> shown_; ///< as drawn in the last frame; null: not drawn
};

} // namespace ui
