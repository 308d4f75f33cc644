#pragma once
// Drawing a mask with the mouse: the first cell says whether the stroke forbids or allows.

#include "drawing/matrix_layout.h"
#include "ui/actions.h"
#include "ui/widgets/controls.h"

namespace ui {

struct MaskBrush {
    std::optional<bool> allows;             ///< while the mouse is held
    std::optional<drawing::CellPlace> last; ///< the cell where the stroke is now
};

/// The cells on the straight way from one to another, both included: a fast mouse leaves none out.
std::vector<drawing::CellPlace> cells_between(drawing::CellPlace from, drawing::CellPlace to);

/// What the mouse draws on a matrix that lies at `layout` and was touched as `t`; Enter flips the marked
/// cell.
void draw_on_mask(Ui& ui, MaskBrush& brush, const std::string& name, const Touch& t,
                  const drawing::MatrixLayout& layout, const Scene& scene, Actions& actions);

} // namespace ui
