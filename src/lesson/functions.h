#pragma once
// The functions of the formulas, in one table.

#include "lesson/formula.h"

#include <span>

namespace lesson {

/// A row of the table.
struct Function {
    std::string_view name;
    std::size_t arguments = 1;
    /// Throws std::invalid_argument, saying what it needs, for arguments of another kind.
    Value (*apply)(const std::vector<Value>& arguments) = nullptr;
};

std::span<const Function> functions();

/// The argument as a list with something in it; throws std::invalid_argument for anything else.
const List& as_list(const Value& value);

// What the names in a formula stand for in a pass: cells, rows, columns and sizes.

/// The names of a matrix's rows or columns.
std::vector<std::string> names_along(const workbench::Pass& pass, attention::Quantity quantity, bool rows);

/// The number at a cell, or the list of a row, a column, or all of the matrix, with their names.
Value value_at(const Place& place, const workbench::Pass& pass);

/// n, m, d_model, d_k, d_v, heads and the divisor; empty for any other name.
std::optional<double> size_named(const std::string& name, const workbench::Pass& pass);

} // namespace lesson
