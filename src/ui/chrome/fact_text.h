#pragma once
// Facts about a document in words: texts "in_force.<key>" and so on, filled with the fact's values.

#include "ui/canvas/ui.h"
#include "workbench/in_force.h"

namespace ui {

/// The text "<section>.<key>" for this fact.
std::string fact_text(const Ui& ui, const std::string& section, const workbench::Fact& fact);

/// The name of row `index` of a matrix, with a mark after a word whose row was changed.
std::string row_label(const workbench::Pass& pass, attention::Quantity quantity, base::Index index);
/// The name of column `index`, marked the same way where the columns are keys.
std::string column_label(const workbench::Pass& pass, attention::Quantity quantity, base::Index index);

/// A hint about a word's changed row; empty: it was not changed.
std::string changed_row_hint(const Ui& ui, const workbench::Pass& pass, base::Index place, bool in_memory);

} // namespace ui
