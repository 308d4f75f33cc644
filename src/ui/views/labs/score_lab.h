#pragma once
// The score lab: the same queries and keys under every score function.

#include "base/study.h"
#include "ui/chrome/view.h"
#include "workbench/studies/score_comparison.h"

namespace ui {

struct ScoreLabChoices {
    bool scores = false; ///< shows the scores instead of the weights
    bool operator==(const ScoreLabChoices&) const = default;
};

struct ScoreLabState {
    ScoreLabChoices chosen;
    base::Study<workbench::ScoreComparison, base::Index> study; ///< of a head
    std::shared_ptr<const workbench::ScoreComparison> shown; ///< as drawn in the last frame; null: not drawn
};

struct ScoreLabFrame : ViewFrame {
    ScoreLabState& state;
};

class ScoreLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The matrices of all score functions on one sheet.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    ScoreLabState state_;
};

} // namespace ui
