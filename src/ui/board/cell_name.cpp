#include "ui/board/cell_name.h"

#include "narration/matrix_words.h"

namespace ui {

namespace {

std::string column_name(const language::Names& names, const attention::Cell& cell) {
    return cell.quantity == attention::Quantity::concat
               ? names.along(attention::Axis::concat_width, cell.column)
               : names.column(cell.quantity, cell.column);
}

} // namespace

std::string cell_name(const Scene& scene, const attention::Cell& cell) {
    using attention::Quantity;
    const auto& names = scene.pass().names;
    const std::string row = names.row(cell.quantity, cell.row), column = column_name(names, cell);
    if (cell.quantity == Quantity::scores) {
        if (scene.trace().options.score != attention::ScoreFunction::dot)
            return "s(" + row + ", " + column + ")";
        return "q(" + row + ") · k(" + column + ")";
    }
    if (!attention::is_queries_by_keys(cell.quantity))
        return narration::symbol_in(scene.trace(), cell.quantity) + "(" + row + ", " + column + ")";
    const bool weight = attention::family(cell.quantity) == attention::Family::weight;
    return (weight ? "weight(" : "score(") + row + " → " + column + ")";
}

std::string renamed(const language::Names& before, const language::Names& now, const attention::Cell& cell) {
    std::string changes;
    const auto note = [&](const std::string& was, const std::string& is) {
        const std::string change = was + " → " + is;
        if (was != is && changes != change) changes += (changes.empty() ? "" : ", ") + change;
    };
    note(before.row(cell.quantity, cell.row), now.row(cell.quantity, cell.row));
    note(column_name(before, cell), column_name(now, cell));
    return changes.empty() ? changes : " (" + changes + ")";
}

} // namespace ui
