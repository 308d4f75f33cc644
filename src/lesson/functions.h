#pragma once
// What the names in a formula stand for: functions, and cells, rows, columns and sizes of a pass.

#include "lesson/formula.h"

#include <span>

namespace lesson {

// Functions, in one table.

struct Function {
    std::string_view name;
    std::size_t arguments = 1;
    /// Throws std::invalid_argument, saying what it needs, for other arguments.
    Value (*apply)(const std::vector<Value>& arguments) = nullptr;
};

std::span<const Function> functions();

// Parts of a pass.

/// The names of a matrix's rows or columns.
std::vector<std::string> names_along(const workbench::Pass& pass, attention::Quantity quantity, bool rows);

/// The number at a cell, or the list of a row, a column, or all of the matrix, with their names.
Value value_at(const Place& place, const workbench::Pass& pass);

/// The number called n, m, d_model, d_k, d_v, heads or divisor; empty for any other name.
std::optional<double> size_named(const std::string& name, const workbench::Pass& pass);

} // namespace lesson
