#pragma once
// Drawing a mask with the mouse: the first cell says whether the stroke forbids or allows.

#include "base/study.h"
#include "drawing/figures/matrix_layout.h"
#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/view.h"
#include "ui/widgets/controls.h"
#include "workbench/studies/mask_study.h"

namespace ui {

struct MaskBrush {
    std::optional<bool> allows;             ///< set while the mouse is held
    std::optional<drawing::CellPlace> last; ///< the cell the stroke is on
};

/// The cells on the straight line between two cells, both included, so that a fast mouse skips none.
std::vector<drawing::CellPlace> cells_between(drawing::CellPlace from, drawing::CellPlace to);

/// Applies mouse drawing to a matrix laid out as `layout` and touched as `t`; Enter flips the marked cell.
void draw_on_mask(ViewFrame& frame, MaskBrush& brush, const std::string& name, const Touch& t,
                  const drawing::MatrixLayout& layout);

// The mask lab: choose or draw a mask, see where the weight goes, what the future would give away, and three
// ways to write "forbidden".

struct MaskLabChoices {
    int shift = 0; ///< index of the number added to the scores of the row
    bool hide_all = false;
    bool operator==(const MaskLabChoices&) const = default;
};

struct MaskLabState {
    MaskLabChoices chosen;
    base::Study<workbench::MaskStudy, base::Index> study; ///< of a head
    base::Study<workbench::HiddenRow, std::tuple<base::Index, base::Index, MaskLabChoices>>
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
