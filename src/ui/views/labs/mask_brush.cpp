#include "ui/views/labs/mask_brush.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

bool is_allowed(const Scene& scene, CellPlace cell) {
    const auto& allowed = scene.trace().allowed;
    return allowed.size() == 0 || allowed(cell.row, cell.column);
}

void set_cells(const std::vector<CellPlace>& cells, bool allow, const Scene& scene, Actions& actions) {
    const auto& t = scene.trace();
    const workbench::MaskChoice& now = scene.bench.document().mask;
    const bool fits = now.drawn.size() == 0 || (now.drawn.rows() == t.n() && now.drawn.cols() == t.m());
    if (!fits) return; // that of a sentence which is still being computed
    std::vector<attention::Cell> drawn;
    for (const CellPlace cell : cells)
        drawn.push_back({.row = cell.row, .column = cell.column});
    actions.edit(workbench::SetMask{workbench::with_drawn(now, drawn, allow, t.n(), t.m())}, "stroke");
    actions.select = scene.selection;
    actions.select->query = cells.back().row;
    actions.select->key = cells.back().column;
}

} // namespace

std::vector<CellPlace> cells_between(CellPlace from, CellPlace to) {
    const Index steps = std::max(std::abs(to.row - from.row), std::abs(to.column - from.column));
    std::vector<CellPlace> cells;
    for (Index i = 0; i <= steps; ++i) {
        const double share = steps == 0 ? 0 : static_cast<double>(i) / static_cast<double>(steps);
        const auto at = [share](Index a, Index b) {
            return a + static_cast<Index>(std::lround(share * static_cast<double>(b - a)));
        };
        cells.push_back({at(from.row, to.row), at(from.column, to.column)});
    }
    return cells;
}

void draw_on_mask(ViewFrame& frame, MaskBrush& brush, const std::string& name, const Touch& t,
                  const MatrixLayout& layout) {
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    if (frame.ui.focus.activated(name)) {
        actions.begin_gesture = true;
        const CellPlace marked{scene.selection.query, scene.selection.key};
        set_cells({marked}, !is_allowed(scene, marked), scene, actions);
        return;
    }
    const auto cell = cell_at(layout, frame.ui.mouse);
    // The last movement may arrive in the same frame as the release.
    const bool drawing = t.held || (brush.allows && ImGui::IsMouseReleased(0));
    if (drawing && cell) {
        const bool begins = !brush.allows;
        if (begins) {
            actions.begin_gesture = true;
            brush.allows = !is_allowed(scene, *cell);
        }
        if (begins || cell != brush.last)
            set_cells(cells_between(brush.last.value_or(*cell), *cell), *brush.allows, scene, actions);
        brush.last = *cell;
    }
    if (!t.held) {
        brush.allows.reset();
        brush.last.reset();
    }
}

} // namespace ui
