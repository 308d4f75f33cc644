#pragma once
// The Heads view: every head of the layer in small with a shared colour range, one of them large, and what
// each adds to the output; of a trained model all its layers, and the story that they tell (views/story).

#include "ui/board/board.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "ui/views/story/story.h"
#include "workbench/heads_study.h"
#include "workbench/study.h"

namespace ui {

enum class LargeMatrix { head, average, maximum };

struct HeadsChoices {
    workbench::HeadOrder order = workbench::HeadOrder::number;
    LargeMatrix large = LargeMatrix::head;
    bool operator==(const HeadsChoices&) const = default;
};

/// What is computed beyond the pass.
struct HeadsWork {
    workbench::Study<workbench::HeadsStudy> study;
    workbench::Study<workbench::Ablation, base::Index> loss;
    workbench::Study<workbench::OutputParts, std::array<base::Index, 3>> parts;
};

/// What was drawn in the last frame; null before the first answer.
struct HeadsShown {
    std::shared_ptr<const workbench::HeadsStudy> study;
    std::shared_ptr<const workbench::Ablation> loss;
    std::shared_ptr<const workbench::OutputParts> parts;
    std::vector<base::Index> order; ///< the heads in on-screen order
    drawing::Rect list_area;        ///< after a resize nothing glides
};

struct HeadsState {
    HeadsChoices chosen;
    HeadsWork work;
    HeadsShown shown;
    BoardState board;
    ChipsState chips;
    float numbers_offset = 0; ///< pixels: how far the output's numbers are scrolled to the left
    bool panning = false;     ///< the numbers follow the mouse
    float pan_from = 0;
};

class HeadsView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// ↑ ↓ query word, ← → key word, H next head on screen, M causal mask.
    void keys(ViewFrame& frame) override;
    /// All heads on one sheet, and the opened matrix.
    Exportables exports(ViewFrame& frame) override;
    void leave() override { story_.leave(); }
    void visit(workbench::ChoiceVisitor& choices) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {"all"}; }
    /// {"order":[…],"off":[…],"parts":[[…]],"output":[…],"moved":[…],…}
    nlohmann::json shown() const override;

private:
    HeadsState state_;
    StoryPage story_;
    bool tells_ = false; ///< the story was drawn in the last frame
};

} // namespace ui
