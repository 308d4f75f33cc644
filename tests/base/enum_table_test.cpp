#include "base/enum_table.h"

#include <doctest/doctest.h>

#include <array>

namespace {

enum class Size { small, large };
struct Row {
    Size size;
    int litres;
};

} // namespace

TEST_CASE("a table in the order of its enum is read by its values; another order is noticed") {
    constexpr std::array ordered{Row{Size::small, 1}, Row{Size::large, 5}};
    constexpr std::array swapped{Row{Size::large, 5}, Row{Size::small, 1}};
    static_assert(base::is_in_order(ordered, &Row::size));
    static_assert(!base::is_in_order(swapped, &Row::size));
    CHECK(base::row_of(ordered, Size::large).litres == 5);
}
