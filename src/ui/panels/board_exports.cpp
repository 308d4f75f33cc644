// The matrices on the board as figures to keep.

#include "drawing/named_matrix.h"
#include "ui/panels/board.h"
#include "ui/panels/weights_menu.h"

namespace ui {

using namespace drawing;
using attention::Index;
using attention::Quantity;

Exportables board_exports(Ui& ui, BoardState& state, const Scene& scene) {
    const attention::Product& product = shown_product(scene);
    Exportables all;
    for (const auto& quantity : {std::optional(product.result), product.left, product.top}) {
        if (!quantity) continue;
        const Quantity q = *quantity;
        const Index head = own_head(q, scene.selection.head);
        const auto pass = scene.shown;
        const Coloured coloured = state.ranges.of(pass, q, head);
        MatrixOptions options;
        options.map = coloured.map;
        options.range = coloured.range;
        options.ground = Role::card;
        options.row_name = [pass, q](Index i) { return pass->names.row(q, i); };
        options.column_name = [pass, q](Index i) { return pass->names.column(q, i); };
        const std::string name(attention::key(q));
        Exportable what = exportable(
            name, std::string(attention::symbol(name_of(*pass, q))) + " — " + ui.texts.text("means." + name),
            {pass, &pass->trace.matrix(q, head)}, std::move(options));
        const std::string weights = weights_text(ui, pass->document);
        what.note = pass->document.text.empty() ? weights : pass->document.text + " — " + weights;
        what.anchor = "matrix/" + name;
        all.push_back(std::move(what));
    }
    return all;
}

} // namespace ui
