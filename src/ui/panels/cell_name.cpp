#include "ui/panels/cell_name.h"

namespace ui {

std::string cell_name(const Scene& scene, const attention::Cell& cell) {
    using attention::Quantity;
    const auto& names = scene.pass().names;
    const std::string row = names.row(cell.quantity, cell.row),
                      column = names.column(cell.quantity, cell.column);
    switch (cell.quantity) {
    case Quantity::scores:
        return "q(" + row + ") · k(" + column + ")";
    case Quantity::scaled:
    case Quantity::masked:
        return "score(" + row + " → " + column + ")";
    case Quantity::weights:
    case Quantity::dropped:
        return "weight(" + row + " → " + column + ")";
    default:
        return std::string(attention::symbol(cell.quantity)) + "(" + row + ", " + column + ")";
    }
}

} // namespace ui
