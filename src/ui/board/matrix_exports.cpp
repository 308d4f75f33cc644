#include "ui/board/matrix_exports.h"

#include "attention/stage.h"
#include "narration/matrix_words.h"
#include "ui/chrome/fact_text.h"
#include "ui/chrome/weights_menu.h"

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

std::string note_of(const Ui& ui, const workbench::Pass& pass) {
    const std::string weights = weights_text(ui, pass);
    return pass.document.text.empty() ? weights : pass.document.text + " — " + weights;
}

MatrixOptions kept_options(const PassPtr& pass, Quantity quantity, const Coloured& coloured) {
    MatrixOptions options;
    options.map = coloured.map;
    options.range = coloured.range;
    options.ground = Role::card;
    options.row_name = [pass, quantity](Index i) { return row_label(*pass, quantity, i); };
    options.column_name = [pass, quantity](Index i) { return column_label(*pass, quantity, i); };
    return options;
}

Exportable quantity_export(Ui& ui, const PassPtr& pass, Quantity quantity, Index head,
                           const Coloured& coloured, const std::optional<attention::Cell>& marked) {
    const std::string name(attention::key(quantity));
    MatrixOptions options = kept_options(pass, quantity, coloured);
    if (attention::is_queries_by_keys(quantity)) {
        options.row_axis = ui.text("export.query");
        options.column_axis = ui.text("export.key");
    }
    if (marked && marked->quantity == quantity) {
        options.marked_row = marked->row;
        options.marked_column = marked->column;
    }
    Exportable what =
        exportable(name,
                   narration::symbol_in(pass->trace, name_of(*pass, quantity)) + " — " +
                       ui.texts.text(narration::meaning_of(pass->trace, quantity, pass->has_names())),
                   {pass, &pass->trace.matrix(quantity, head)}, std::move(options));
    const std::string formula =
        narration::formula_of(ui.texts, pass->trace, attention::stage(attention::stage_of(quantity)));
    what.note = note_of(ui, *pass) + (formula.empty() ? "" : " — " + formula);
    what.anchor = "matrix/" + name;
    return what;
}

} // namespace ui
