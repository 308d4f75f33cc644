#pragma once
// The mask lab: choose or draw a mask, see where the weight goes, what the future would give away, and three
// ways to write "forbidden".

#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/view.h"
#include "ui/views/labs/mask_brush.h"
#include "workbench/mask_study.h"
#include "workbench/study.h"

namespace ui {

struct MaskLabChoices {
    int shift = 0; ///< index of the number added to the scores of the row
    bool hide_all = false;
    bool operator==(const MaskLabChoices&) const = default;
};

struct MaskLabState {
    MaskLabChoices chosen;
    workbench::Study<workbench::MaskStudy, base::Index> study; ///< of a head
    workbench::Study<workbench::HiddenRow, std::tuple<base::Index, base::Index, MaskLabChoices>>
        row; ///< of a head and a query
    Ranges ranges;
    MaskBrush brush;
    std::shared_ptr<const workbench::MaskStudy> shown; ///< as drawn in the last frame; null: not drawn
};

struct MaskLabFrame : ViewFrame {
    MaskLabState& state;
};

class MaskLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The scores with the mask over them, and the weights without and with it.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    MaskLabState state_;
};

} // namespace ui
