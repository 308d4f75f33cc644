#pragma once
// The Start view: one live sentence, and three ways in.

#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "ui/views/start/cards.h"

namespace ui {

class StartView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// ↑ ↓ query word; Alt ← → swaps it with its neighbour.
    void keys(ViewFrame& frame) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {"page"}; }

private:
    ChipsState chips_;
    LearnerState learner_;
};

} // namespace ui
