// Compare's exportable figures: Left, Right and Left − Right.

#include "narration/matrix_words.h"
#include "ui/board/matrix_exports.h"
#include "ui/board/plain_matrix.h"
#include "ui/chrome/fact_text.h"
#include "ui/views/compare/card.h"
#include "ui/views/compare/compare.h"

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

namespace {

Exportable side_export(Ui& ui, BoardState& board, const Scene& scene, const std::string& name) {
    const Quantity quantity = shown_product(scene).result;
    const Index head = own_head(quantity, scene.selection.head);
    const Coloured coloured =
        board.look.coloured ? *board.look.coloured : board.last.ranges.of(scene.shown, quantity, head);
    Exportable what = quantity_export(ui, scene.shown, quantity, head, coloured);
    what.name = name + "-" + what.name;
    what.title = ui.texts.text("compare." + name) + ": " + what.title;
    what.anchor = name + "/card";
    return what;
}

} // namespace

Exportables CompareView::exports(ViewFrame& frame) {
    Ui& ui = frame.ui;
    CompareState& state = state_;
    const Scene &left = frame.scene, &right = *frame.second;
    Exportables all{side_export(ui, state.left.board, left, "left"),
                    side_export(ui, state.right.board, right, "right")};
    if (!state.shown) return all;
    const Quantity quantity = shown_product(left).result;
    MatrixOptions options = kept_options(left.shown, quantity, signed_colours(state.shown->reach));
    options.row_name = [a = left.shown, b = right.shown, quantity](Index i) {
        return both_names(row_label(*a, quantity, i), row_label(*b, quantity, i));
    };
    options.column_name = [a = left.shown, b = right.shown, quantity](Index i) {
        return both_names(column_label(*a, quantity, i), column_label(*b, quantity, i));
    };
    Exportable what = exportable("difference",
                                 ui.text("compare.difference") + ": " +
                                     narration::symbol_in(left.trace(), name_of(left.pass(), quantity)),
                                 {state.shown, &state.shown->numbers}, std::move(options));
    what.note = ui.text("compare.left") + ": " + note_of(ui, left.pass()) + ". " + ui.text("compare.right") +
                ": " + note_of(ui, right.pass()) + ".";
    what.anchor = "difference";
    all.push_back(std::move(what));
    return all;
}

} // namespace ui
