#include "ui/panels/cell_name.h"

#include "lesson/matrix_words.h"

namespace ui {

std::string cell_name(const Scene& scene, const attention::Cell& cell) {
    using attention::Quantity;
    const auto& names = scene.pass().names;
    const std::string row = names.row(cell.quantity, cell.row),
                      column = cell.quantity == Quantity::concat
                                   ? names.along(attention::Axis::concat_width, cell.column)
                                   : names.column(cell.quantity, cell.column);
    switch (cell.quantity) {
    case Quantity::scores:
        if (scene.trace().options.score != attention::ScoreFunction::dot)
            return "s(" + row + ", " + column + ")";
        return "q(" + row + ") · k(" + column + ")";
    case Quantity::scaled:
    case Quantity::masked:
        return "score(" + row + " → " + column + ")";
    case Quantity::weights:
    case Quantity::dropped:
        return "weight(" + row + " → " + column + ")";
    default:
        return lesson::symbol_in(scene.trace(), cell.quantity) + "(" + row + ", " + column + ")";
    }
}

} // namespace ui
