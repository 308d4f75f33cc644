#include "drawing/matrix_layout.h"

#include "drawing/close_up.h"

#include <doctest/doctest.h>

using namespace drawing;

TEST_CASE("a fitted matrix fills its place, but its cells grow no larger than told") {
    const MatrixLayout wide = fit({10, 20, 600, 400}, 10, 10, 1000, 1000);
    CHECK(wide.area == Rect{10, 20, 600, 400});
    CHECK(wide.cell_width == 60);
    const MatrixLayout small = fit({10, 20, 600, 400}, 3, 4, 64, 36);
    CHECK(small.area == Rect{10, 20, 256, 108});
}

TEST_CASE("pointing at the middle of a cell finds the cell") {
    for (const MatrixLayout& layout :
         {fit({10.3F, 20.7F, 613, 377}, 10, 12, 90, 90),
          close_up(fit({0, 0, 700, 700}, 4096, 4096, 90, 90), 90, {26700, 17800}),
          close_up(fit({5, 5, 500, 300}, 40, 60, 90, 90), 3, {223.3F, 211})}) {
        const CellBlock block = visible_cells(layout);
        REQUIRE(block.count() > 0);
        for (Index row = block.row; row < block.row + block.rows; ++row)
            for (Index column = block.column; column < block.column + block.columns; ++column) {
                const Point middle = cell_rect(layout, {row, column}).centre();
                if (layout.area.contains(middle)) REQUIRE(cell_at(layout, middle) == CellPlace{row, column});
            }
    }
}

TEST_CASE("neighbouring cells share their edge") {
    const MatrixLayout layout = fit({10.3F, 20.7F, 613, 377}, 9, 12, 90, 90);
    for (Index i = 0; i + 1 < 9; ++i) {
        CHECK(cell_rect(layout, {i, i}).right() == cell_rect(layout, {i, i + 1}).x);
        CHECK(cell_rect(layout, {i, i}).bottom() == cell_rect(layout, {i + 1, i}).y);
    }
}

TEST_CASE("nothing is found outside the cells") {
    const MatrixLayout layout = fit({10, 20, 600, 400}, 3, 4, 64, 36);
    CHECK_FALSE(cell_at(layout, {9, 30}));
    CHECK_FALSE(cell_at(layout, {300, 30}));
    CHECK_FALSE(cell_at(layout, {30, 200}));
    CHECK_FALSE(cell_at(fit({10, 20, 600, 400}, 0, 4, 64, 36), {20, 30}));
}

TEST_CASE("panning stops at the edges") {
    const MatrixLayout layout = close_up(fit({0, 0, 100, 100}, 10, 10, 10, 10), 2);
    CHECK(visible_cells(layout) == CellBlock{0, 0, 5, 5});
    CHECK(visible_cells(panned(layout, -1000, -1000)) == CellBlock{5, 5, 5, 5});
    CHECK(panned(panned(layout, -1000, -1000), 1000, 1000) == layout);
    CHECK(visible_part(panned(layout, -30, -10)) == Rect{1.5F, 0.5F, 5, 5});
}

TEST_CASE("revealing a cell moves no further than needed") {
    const MatrixLayout layout = close_up(fit({0, 0, 100, 100}, 10, 10, 10, 10), 2);
    CHECK(revealing(layout, {2, 3}) == layout);
    CHECK(visible_cells(revealing(layout, {7, 2})) == CellBlock{3, 0, 5, 5});
    CHECK(visible_cells(revealing(panned(layout, -100, -100), {1, 9})) == CellBlock{1, 5, 5, 5});
}

TEST_CASE("a row in sight stays inside the area, a row out of sight has no height") {
    const MatrixLayout layout = close_up(fit({7, 9, 100, 100}, 10, 10, 10, 10), 2, {0, 30});
    CHECK(row_rect(layout, 2) == Rect{7, 19, 100, 20});
    CHECK(row_rect(layout, 1) == Rect{7, 9, 100, 10});
    CHECK(row_rect(layout, 9).height == 0);
    CHECK(column_rect(layout, 0) == Rect{7, 9, 20, 100});
}

TEST_CASE("half way between two layouts is the middle of both") {
    const MatrixLayout from = fit({0, 0, 100, 100}, 2, 2, 50, 50),
                       to = fit({200, 40, 300, 100}, 2, 2, 150, 50);
    CHECK(between(from, to, 0) == from);
    CHECK(between(from, to, 1) == to);
    CHECK(between(from, to, 0.5F).area == Rect{100, 20, 200, 100});
}
