#include "ui/chrome/fact_text.h"

#include "narration/markup.h"

#include <algorithm>

namespace ui {

using attention::Axis;
using attention::Quantity;
using base::Index;

std::string fact_text(const Ui& ui, const std::string& section, const workbench::Fact& fact) {
    narration::Values values;
    for (const auto& [name, value] : fact.values)
        values[name] = {{value}};
    return ui.plain(section + "." + fact.key, values);
}

namespace {

std::string marked_if_changed(const workbench::Pass& pass, const std::string& name, Index place,
                              bool in_memory) {
    return workbench::is_changed(pass.changed_rows, place, in_memory) ? name + " •" : name;
}

} // namespace

std::string row_label(const workbench::Pass& pass, Quantity quantity, Index index) {
    std::string name = pass.names.row(quantity, index);
    const Axis axis = row_axis(quantity);
    if (!is_of_words(axis)) return name;
    return marked_if_changed(pass, name, index, pass.input.is_cross() && axis == Axis::keys);
}

std::string column_label(const workbench::Pass& pass, Quantity quantity, Index index) {
    const std::string name = pass.names.column(quantity, index);
    return is_of_words(column_axis(quantity)) ? marked_if_changed(pass, name, index, pass.input.is_cross())
                                              : name;
}

std::string changed_row_hint(const Ui& ui, const workbench::Pass& pass, Index place, bool in_memory) {
    const auto row = std::ranges::find_if(pass.changed_rows, [&](const workbench::ChangedRow& changed) {
        return workbench::is_changed({changed}, place, in_memory);
    });
    return row == pass.changed_rows.end() ? "" : fact_text(ui, "changed_row", workbench::fact_of(*row));
}

} // namespace ui
