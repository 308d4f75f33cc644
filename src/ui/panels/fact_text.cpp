#include "ui/panels/fact_text.h"

#include "lesson/markup.h"

#include <algorithm>

namespace ui {

using attention::Index;
using attention::Quantity;

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

bool rows_are_keys(Quantity quantity) {
    return quantity == Quantity::memory_embedding || quantity == Quantity::memory_position ||
           quantity == Quantity::memory || quantity == Quantity::k || quantity == Quantity::v;
}

std::string marked_if_changed(const workbench::Pass& pass, const std::string& name, Index place,
                              bool in_memory) {
    return workbench::is_changed(pass.changed_rows, place, in_memory) ? name + " •" : name;
}

} // namespace

bool columns_are_keys(Quantity quantity) {
    return quantity == Quantity::scores || quantity == Quantity::scaled || quantity == Quantity::masked ||
           quantity == Quantity::weights || quantity == Quantity::dropped;
}

std::string row_label(const workbench::Pass& pass, Quantity quantity, Index index) {
    const std::string name = pass.names.row(quantity, index);
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
