#pragma once
// The order lab: the same words in another order, without positions and with them.

#include "base/study.h"
#include "ui/chrome/view.h"
#include "workbench/studies/shuffle_study.h"

namespace ui {

struct OrderLabChoices {
    std::uint32_t seed = 1;
    bool of_memory = false; ///< cross-attention: the source words (keys and values) are shuffled
    bool operator==(const OrderLabChoices&) const = default;
};

struct OrderLabState {
    OrderLabChoices chosen;
    base::Study<workbench::ShuffleStudy, OrderLabChoices> study;
    std::shared_ptr<const workbench::ShuffleStudy> shown; ///< as drawn in the last frame; null: not drawn
};

struct OrderLabFrame : ViewFrame {
    OrderLabState& state;
};

class OrderLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The positions, and how far each word's output moved without and with them.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    OrderLabState state_;
};

} // namespace ui
