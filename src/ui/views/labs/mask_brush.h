#pragma once
// Drawing a mask with the mouse: the first cell says whether the stroke forbids or allows.

#include "drawing/matrix_layout.h"
#include "ui/chrome/view.h"
#include "ui/widgets/controls.h"

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

} // namespace ui
