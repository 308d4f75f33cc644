#pragma once
// The order lab: the same words in another order, without positions and with them.

#include "ui/chrome/view.h"
#include "workbench/shuffle_study.h"
#include "workbench/study.h"

namespace ui {

struct OrderLabChoices {
    std::uint32_t seed = 1;
    bool of_memory = false; ///< cross-attention: the source words (keys and values) are shuffled
    bool operator==(const OrderLabChoices&) const = default;
};

class OrderLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The positions, and how far each word's output moved without and with them.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    OrderLabChoices chosen_;
    workbench::Study<workbench::ShuffleStudy, OrderLabChoices> study_;
    std::shared_ptr<const workbench::ShuffleStudy> shown_; ///< as drawn in the last frame; null: not drawn
};

} // namespace ui
