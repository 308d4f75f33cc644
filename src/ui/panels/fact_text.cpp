#include "ui/panels/fact_text.h"

#include "lesson/markup.h"

#include <algorithm>

namespace ui {

using attention::Quantity;
using base::Index;

std::string fact_text(const Ui& ui, const std::string& section, const workbench::Fact& fact) {
    lesson::Values values;
    for (const auto& [name, value] : fact.values)
        values[name] = {{value}};
    return lesson::plain_text(lesson::fill(ui.texts.text(section + "." + fact.key), values));
}

namespace {

bool rows_are_dimensions(Quantity quantity) {
    return quantity == Quantity::w_q || quantity == Quantity::w_k || quantity == Quantity::w_v ||
           quantity == Quantity::w_o;
}

std::string marked_if_changed(const workbench::Pass& pass, const std::string& name, Index place,
                              bool in_memory) {
    return workbench::is_changed(pass.changed_rows, place, in_memory) ? name + " •" : name;
}

} // namespace

std::string row_label(const workbench::Pass& pass, Quantity quantity, Index index) {
    std::string name = pass.names.row(quantity, index);
    if (rows_are_dimensions(quantity)) return name;
    return marked_if_changed(pass, name, index, pass.input.is_cross() && rows_are_keys(quantity));
}

std::string column_label(const workbench::Pass& pass, Quantity quantity, Index index) {
    const std::string name = pass.names.column(quantity, index);
    return columns_are_keys(quantity) ? marked_if_changed(pass, name, index, pass.input.is_cross()) : name;
}

std::string changed_row_hint(const Ui& ui, const workbench::Pass& pass, Index place, bool in_memory) {
    const auto row = std::ranges::find_if(pass.changed_rows, [&](const workbench::ChangedRow& changed) {
        return workbench::is_changed({changed}, place, in_memory);
    });
    return row == pass.changed_rows.end() ? "" : fact_text(ui, "changed_row", workbench::fact_of(*row));
}

} // namespace ui
