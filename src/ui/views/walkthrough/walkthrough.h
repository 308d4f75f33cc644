#pragma once
// The Walkthrough view: one sentence, from words to output, stage by stage.

#include "ui/board/board.h"
#include "ui/board/words.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "ui/panel/fold.h"
#include "ui/views/walkthrough/explanation.h"
#include "ui/views/walkthrough/play.h"

namespace ui {

struct WalkthroughState {
    BoardState board;
    ExplanationState explanation;
    PlayState play;
    ChipsState chips;
    Fold rail_fold, explanation_fold;
};

class WalkthroughView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The keys of a stage and of playing it; Alt ← → swaps the marked word with its neighbour.
    void keys(ViewFrame& frame) override;
    /// The matrices on the board, the arcs over the words, the formula.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    /// Play's speed, and which panels are folded.
    void use(const workbench::Settings& settings) override;
    /// {"question":…,"state":…,"hidden":[…],"play":…}: the question and what it hides, and what is played.
    nlohmann::json shown() const override;

private:
    WalkthroughState state_;
};

} // namespace ui
