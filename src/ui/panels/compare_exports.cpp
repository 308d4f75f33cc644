// What Compare shows as figures to keep: A, B and what is between them.

#include "ui/panels/compare.h"
#include "ui/panels/compare_card.h"
#include "ui/panels/matrix_exports.h"
#include "ui/panels/plain_matrix.h"

namespace ui {

using namespace drawing;
using attention::Index;
using attention::Quantity;

namespace {

Exportable side_export(Ui& ui, BoardState& board, const Scene& scene, const std::string& name) {
    const Quantity quantity = shown_product(scene).result;
    const Index head = own_head(quantity, scene.selection.head);
    const Coloured coloured =
        board.look.coloured ? *board.look.coloured : board.ranges.of(scene.shown, quantity, head);
    Exportable what = quantity_export(ui, scene.shown, quantity, head, coloured);
    what.name = name + "-" + what.name;
    what.title = (name == "a" ? "A: " : "B: ") + what.title;
    what.anchor = name + "/card";
    return what;
}

} // namespace

Exportables compare_exports(Ui& ui, CompareState& state, const Scene& a, const Scene& b) {
    Exportables all{side_export(ui, state.a.board, a, "a"), side_export(ui, state.b.board, b, "b")};
    if (!state.shown) return all;
    const Quantity quantity = shown_product(a).result;
    MatrixOptions options = kept_options(a.shown, quantity, signed_colours(state.shown->reach));
    options.row_name = [a = a.shown, b = b.shown, quantity](Index i) {
        return both_names(a->names.row(quantity, i), b->names.row(quantity, i));
    };
    options.column_name = [a = a.shown, b = b.shown, quantity](Index i) {
        return both_names(a->names.column(quantity, i), b->names.column(quantity, i));
    };
    Exportable what = exportable("difference",
                                 ui.text("compare.difference") + ": " +
                                     ui.texts.text("means." + std::string(attention::key(quantity))),
                                 {state.shown, &state.shown->numbers}, std::move(options));
    what.note = "A: " + note_of(ui, *a.shown) + ". B: " + note_of(ui, *b.shown);
    what.anchor = "difference";
    all.push_back(std::move(what));
    return all;
}

} // namespace ui
