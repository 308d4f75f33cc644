// The matrices on the board as figures to keep.

#include "ui/panels/board.h"
#include "ui/panels/matrix_exports.h"

namespace ui {

Exportables board_exports(Ui& ui, BoardState& state, const Scene& scene) {
    const attention::Product& product = shown_product(scene);
    Exportables all;
    for (const auto& quantity : {std::optional(product.result), product.left, product.top}) {
        if (!quantity) continue;
        const attention::Index head = own_head(*quantity, scene.selection.head);
        all.push_back(quantity_export(ui, scene.shown, *quantity, head,
                                      state.ranges.of(scene.shown, *quantity, head),
                                      workbench::marked_cell(scene.selection, scene.trace())));
    }
    return all;
}

} // namespace ui
