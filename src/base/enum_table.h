#pragma once
// Tables with one row per value of an enum, in its order, so that a value is an index.

#include <cassert>
#include <cstddef>

namespace base {

/// True if this member of row i is the i-th value of the enum: for a static_assert beside the table.
template <class Table, class Row, class Enum>
constexpr bool is_in_order(const Table& table, Enum Row::*value) {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].*value != static_cast<Enum>(i)) return false;
    return true;
}

/// The row of a value; asserts that there is one.
template <class Table, class Enum>
constexpr const auto& row_of(const Table& table, Enum value) {
    const auto index = static_cast<std::size_t>(value);
    assert(index < table.size());
    return table[index];
}

} // namespace base
