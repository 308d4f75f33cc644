#pragma once
// The Start view: one live sentence, and three ways in.

#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"

namespace ui {

/// The learner's name while it is typed.
struct LearnerState {
    std::string name;
    bool forgets = false; ///< "forget" was pressed, and has to be confirmed
    float height = 150;   ///< of the menu in the last frame, design pixels
};

struct StartState {
    ChipsState chips;
    LearnerState learner;
};

class StartView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// ↑ ↓ query word; Alt ← → swaps it with its neighbour.
    void keys(ViewFrame& frame) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {"page"}; }

private:
    StartState state_;
};

} // namespace ui
