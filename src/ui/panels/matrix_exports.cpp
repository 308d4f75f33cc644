#include "ui/panels/matrix_exports.h"

#include "lesson/matrix_words.h"

namespace ui {

using namespace drawing;
using attention::Index;
using attention::Quantity;

std::string note_of(const workbench::Pass& pass) {
    return pass.document.text.empty() ? pass.weights_label : pass.document.text + " — " + pass.weights_label;
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
                   std::string(attention::symbol(name_of(*pass, quantity))) + " — " +
                       ui.texts.text(lesson::meaning_of(pass->trace, quantity)),
                   {pass, &pass->trace.matrix(quantity, head)}, kept_options(pass, quantity, coloured));
    what.note = note_of(*pass);
    what.anchor = "matrix/" + name;
    return what;
}

} // namespace ui
