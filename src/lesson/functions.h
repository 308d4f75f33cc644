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

} // namespace lesson
