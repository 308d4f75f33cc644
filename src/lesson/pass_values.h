#pragma once
// What the names in a formula stand for in a pass: cells, rows, columns and sizes.

#include "lesson/formula.h"

namespace lesson {

/// The names of a matrix's rows or columns.
std::vector<std::string> names_along(const workbench::Pass& pass, attention::Quantity quantity, bool rows);

/// The number at a cell, or the list of a row, a column, or all of the matrix, with their names.
Value value_at(const Place& place, const workbench::Pass& pass);

/// n, m, d_model, d_k, d_v, heads and the divisor; empty for any other name.
std::optional<double> size_named(const std::string& name, const workbench::Pass& pass);

} // namespace lesson
