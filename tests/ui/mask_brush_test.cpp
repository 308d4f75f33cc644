#include "ui/panels/mask_brush.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using drawing::CellPlace;
using ui::cells_between;

TEST_CASE("a stroke on one cell draws that cell") {
    CHECK(cells_between({2, 3}, {2, 3}) == std::vector<CellPlace>{{2, 3}});
}

TEST_CASE("forbidding adds a drawing to the mask that is there, and clearing it leaves that mask") {
    const workbench::MaskChoice causal{.causal = true};
    const auto mask = ui::with_drawn(causal, {{3, 1}}, false, 4, 4);
    CHECK(mask.causal);
    CHECK(mask.drawn.count() == 15);
    CHECK_FALSE(mask.drawn(3, 1));
    CHECK(workbench::without_drawing(mask) == causal);
}

TEST_CASE("to allow what a mask forbids, the drawing takes its place until it is cleared") {
    const workbench::MaskChoice chosen{.causal = true, .window = 2, .padding = 1};
    auto mask = ui::with_drawn(chosen, {{0, 3}}, true, 4, 4);
    CHECK_FALSE(mask.causal);
    CHECK(mask.window == 0);
    CHECK(mask.padding == 0);
    CHECK(mask.drawn(0, 3));
    CHECK(mask.drawn.count() == 1 + 1 + 2 + 3 + 2); // the last row: two in the window, one of them padding
    mask = ui::with_drawn(mask, {{0, 2}}, true, 4, 4);
    CHECK(mask.drawn(0, 2));
    CHECK(workbench::without_drawing(mask) == chosen);
}

TEST_CASE("a drawing that forbids nothing is none") {
    const auto mask = ui::with_drawn({}, {{0, 1}}, false, 2, 2);
    CHECK(ui::with_drawn(mask, {{0, 1}}, true, 2, 2) == workbench::MaskChoice{});
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
