// The Walkthrough's exportable figures: the matrices on the board, the arcs over the words, the formula.

#include "drawing/arc_figure.h"
#include "drawing/csv.h"
#include "drawing/formula.h"
#include "ui/board/board.h"
#include "ui/board/matrix_exports.h"
#include "ui/board/words.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

namespace {

/// Arcs from the query word to the words it attends to.
Exportable arcs_export(Ui& ui, const Scene& scene) {
    const PassPtr pass = scene.shown;
    const std::shared_ptr<const base::Matrix> weights(
        pass, &pass->trace.matrix(Quantity::dropped, scene.selection.head));
    const bool cross = pass->trace.input.is_cross();
    ArcOptions options{scene.selection.query, scene.selection.key};
    options.more = more_words(ui, scene);
    options.numbers = ui.text("words.weights");
    Exportable what{.name = "arcs", .title = ui.text("export.arcs"), .note = note_of(ui, *pass)};
    what.width = 1000;
    what.height = arc_height(cross, true, 1) + 130;
    what.figure = [pass, weights, cross, options](Rect area, const Palette& palette,
                                                  const TextMeasure& measure) {
        const Words keys{pass->names.keys, cross ? &pass->memory_unknown : &pass->unknown};
        const Words queries{cross ? std::span<const std::string>(pass->names.queries)
                                  : std::span<const std::string>(),
                            &pass->unknown};
        area.height = arc_height(cross, true, 1);
        const ArcLayout layout = arc_layout(area, keys, queries, options, measure);
        return arc_figure(layout, keys, queries, weights, options, palette, measure);
    };
    what.csv = [pass, weights, options] {
        return csv_of(
            weights->row(options.query),
            [&](Index) { return pass->names.row(Quantity::weights, options.query); },
            [&](Index key) { return pass->names.column(Quantity::weights, key); });
    };
    return what;
}

/// The complete formula of this pass.
Exportable formula_export(Ui& ui, const Scene& scene) {
    Exportable what{.name = "formula", .title = ui.text("export.formula"), .note = note_of(ui, scene.pass())};
    what.width = 900;
    what.height = 260;
    what.figure = [markup = ui.texts.formula(scene.trace())](Rect area, const Palette& palette,
                                                             const TextMeasure& measure) {
        FormulaStyle style{.size = 36, .lit_part = {}};
        SetFormula set = set_formula(markup, style, palette, measure);
        style.size *= std::min({1.0F, area.width / set.width, area.height / set.height});
        set = set_formula(markup, style, palette, measure);
        return moved(std::move(set.figure), area.centre().x - set.width / 2,
                     area.centre().y - set.height / 2);
    };
    return what;
}

} // namespace

Exportables board_exports(Ui& ui, BoardState& state, const Scene& scene) {
    const attention::Product& product = shown_product(scene);
    Exportables all;
    for (const auto& quantity : {std::optional(product.result), product.left, product.top}) {
        if (!quantity) continue;
        const Index head = own_head(*quantity, scene.selection.head);
        all.push_back(quantity_export(ui, scene.shown, *quantity, head,
                                      state.last.ranges.of(scene.shown, *quantity, head),
                                      workbench::marked_cell(scene.selection, scene.trace())));
    }
    if (!scene.pass().document.text.empty()) all.push_back(arcs_export(ui, scene));
    all.push_back(formula_export(ui, scene));
    return all;
}

} // namespace ui
