#include "ui/views/labs/labs.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using drawing::CellPlace;
using ui::cells_between;

TEST_CASE("a stroke on one cell draws that cell") {
    CHECK(cells_between({2, 3}, {2, 3}) == std::vector<CellPlace>{{2, 3}});
}

TEST_CASE("a fast stroke leaves no cell out") {
    const auto cells = cells_between({1, 9}, {5, 2});
    CHECK(cells.front() == CellPlace{1, 9});
    CHECK(cells.back() == CellPlace{5, 2});
    for (std::size_t i = 1; i < cells.size(); ++i) {
        CHECK(std::abs(cells[i].row - cells[i - 1].row) <= 1);
        CHECK(std::abs(cells[i].column - cells[i - 1].column) <= 1);
    }
}
