#include "ui/panels/matrix_exports.h"

#include "lesson/matrix_words.h"
#include "ui/panels/weights_menu.h"

namespace ui {

using namespace drawing;
using attention::Index;
using attention::Quantity;

std::string note_of(const Ui& ui, const workbench::Pass& pass) {
    const std::string weights = weights_text(ui, pass.document);
    return pass.document.text.empty() ? weights : pass.document.text + " — " + weights;
}

MatrixOptions kept_options(const PassPtr& pass, Quantity quantity, const Coloured& coloured) {
    MatrixOptions options;
    options.map = coloured.map;
    options.range = coloured.range;
    options.ground = Role::card;
    options.row_name = [pass, quantity](Index i) { return pass->names.row(quantity, i); };
    options.column_name = [pass, quantity](Index i) { return pass->names.column(quantity, i); };
    return options;
}

Exportable quantity_export(Ui& ui, const PassPtr& pass, Quantity quantity, Index head,
                           const Coloured& coloured) {
    const std::string name(attention::key(quantity));
    Exportable what =
        exportable(name,
                   lesson::symbol_in(pass->trace, name_of(*pass, quantity)) + " — " +
                       ui.texts.text(lesson::meaning_of(pass->trace, quantity, pass->has_names())),
                   {pass, &pass->trace.matrix(quantity, head)}, kept_options(pass, quantity, coloured));
    what.note = note_of(ui, *pass);
    what.anchor = "matrix/" + name;
    return what;
}

} // namespace ui
