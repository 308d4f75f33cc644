#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/matrix_layout.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;

} // namespace

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

TEST_CASE("digits fit their cell") {
    for (float width = 8; width < 120; width += 3)
        for (const Range range :
             {Range{0, 1}, Range{-8, 8}, Range{-120, 3000}, Range{0, 0.004F}, Range{-1e9F, 5}}) {
            const Digits digits = digits_for(range, width, 34, {}, measure);
            if (digits.size == 0) continue;
            CAPTURE(width);
            CHECK(digits.size >= 12.5F);
            for (const float end : {range.low, range.high})
                CHECK(measure.width(Font::mono, digits.size, number_text(end, digits.decimals)) <= width);
        }
}

TEST_CASE("numbers are set with two decimals where there is room, and lose them before they disappear") {
    CHECK(digits_for({0, 8}, 60, 34, {}, measure).decimals == 2);
    CHECK(digits_for({0, 8}, 60, 34, {}, measure).size == make::about(16.5));
    CHECK(digits_for({0, 8}, 26, 34, {}, measure).decimals == 1);
    CHECK(digits_for({0, 80}, 18, 34, {}, measure).decimals == 0);
    CHECK(digits_for({0, 8}, 15, 34, {}, measure).size == 0);
    CHECK(digits_for({0, 8}, 60, 10, {}, measure).size == 0);
}

TEST_CASE("a cell made for digits of a size shows them in that size") {
    for (const float size : {13.0F, 15.0F, 16.5F})
        for (const Range range : {Range{0, 1}, Range{-8, 8}, Range{-120, 3000}}) {
            const CellSize cell = cell_for({size, 2}, range, {}, measure);
            const Digits digits = digits_for(range, cell.width + 0.01F, cell.height + 0.01F, {}, measure);
            CHECK(digits.size == make::about(size));
            CHECK(digits.decimals == 2);
        }
}

TEST_CASE("small weights show their first two digits") {
    CHECK(digits_for({0, 0.05F}, 60, 34, {}, measure).decimals == 3);
    CHECK(digits_for({0, 0.004F}, 60, 34, {}, measure).decimals == 4);
    CHECK(digits_for({0, 0.0000004F}, 60, 34, {}, measure).decimals == 4);
}

namespace {

const Rect board{100, 50, 940, 560};

ProductShape scores(base::Index n, base::Index m, base::Index d_k) {
    ProductShape shape;
    shape.result = {n, m};
    shape.left = Size{n, d_k};
    shape.top = Size{d_k, m};
    shape.top_names = 60;
    return shape;
}

Rect content(const MatrixLayout& m) {
    return {m.area.x - m.offset_x, m.area.y - m.offset_y, m.cell_width * static_cast<float>(m.columns),
            m.cell_height * static_cast<float>(m.rows)};
}

} // namespace

TEST_CASE("a product is laid out as it is multiplied: rows in line with the left factor, columns with the "
          "top one") {
    const auto layout = lay_out(scores(10, 10, 4), board, 1);
    CHECK(layout.left->area.y == layout.result.area.y);
    CHECK(layout.left->cell_height == make::about(layout.result.cell_height));
    CHECK(layout.top->area.x == layout.result.area.x);
    CHECK(layout.top->cell_width == make::about(layout.result.cell_width));
    CHECK(layout.left->area.right() < layout.result.area.x);
    CHECK(layout.top->area.bottom() < layout.result.area.y);
}

TEST_CASE("all matrices of an equation have cells of one size: a shape looks like what it is") {
    for (const float width : {600.0F, 940.0F, 2000.0F}) {
        const auto layout = lay_out(scores(10, 10, 4), {100, 50, width, 560}, 1);
        CHECK(layout.left->cell_width == make::about(layout.result.cell_width));
        CHECK(layout.top->cell_height == make::about(layout.result.cell_height));
        CHECK(layout.result.cell_width <= usual_cell_width);
        CHECK(layout.result.cell_height <= usual_cell_height);
    }
}

TEST_CASE("words stand over the columns that they name: above the keys, or above the weights that read the "
          "values") {
    ProductShape shape = scores(10, 10, 4);
    shape.words = 160;
    CHECK(lay_out(shape, board, 1).top->area.y >= board.y + 159.9F);
    shape = scores(10, 4, 10); // the weighted sum: A V
    shape.words = 160;
    shape.words_left = true;
    const auto sum = lay_out(shape, board, 1);
    CHECK(sum.left->area.y >= board.y + 160);
    CHECK(sum.top->area.y < board.y + 160); // beside them
    CHECK(is_inside(sum.result.area, board, 0.5F));
}

TEST_CASE("everything stays on the board, whatever the sizes") {
    for (base::Index n : {1, 3, 10, 64, 4096})
        for (base::Index m : {1, 5, 10, 512})
            for (base::Index d : {1, 4, 64, 512}) {
                CAPTURE(n);
                CAPTURE(m);
                CAPTURE(d);
                const auto layout = lay_out(scores(n, m, d), board, 1);
                CHECK(is_inside(layout.result.area, board, 0.5F));
                CHECK(is_inside(layout.left->area, board, 0.5F));
                CHECK(is_inside(layout.top->area, board, 0.5F));
                CHECK(layout.result.area.width > 0);
                CHECK(layout.result.area.height > 0);
            }
}

TEST_CASE("an elementwise stage shows before and after side by side, of the same size") {
    ProductShape shape;
    shape.result = {10, 10};
    shape.left = Size{10, 10};
    const auto layout = lay_out(shape, board, 1);
    CHECK_FALSE(layout.top);
    CHECK(layout.left->area.width == make::about(layout.result.area.width));
    CHECK(layout.left->cell_height == make::about(layout.result.cell_height));
    CHECK(is_inside(layout.left->area, board, 0.5F));
    CHECK(is_inside(layout.result.area, board, 0.5F));
}

TEST_CASE(
    "heads side by side have more columns than one of them, all of them on the board and equally wide") {
    ProductShape shape;
    shape.result = {10, 6};
    shape.left = Size{10, 3};
    const auto layout = lay_out(shape, board, 1);
    CHECK(layout.whole == make::about(1));
    CHECK(layout.left->cell_width == make::about(layout.result.cell_width));
    CHECK(content(layout.result).width <= layout.result.area.width + 0.5F);
    CHECK(content(*layout.left).width <= layout.left->area.width + 0.5F);
}

TEST_CASE("zooming keeps the windows on the board and lets the factors follow the part that is shown") {
    const ProductView view{4, 0.5F, 0.25F};
    const auto layout = lay_out(scores(64, 64, 16), board, 1, view);
    CHECK(is_inside(layout.result.area, board, 0.5F));
    CHECK(content(layout.result).width > layout.result.area.width);
    CHECK(layout.left->offset_y == make::about(layout.result.offset_y));
    CHECK(layout.top->offset_x == make::about(layout.result.offset_x));
    CHECK(layout.left->offset_x == make::about(0));
}

TEST_CASE("the view never shows beyond the edge of a matrix") {
    for (float centre : {0.0F, 0.5F, 1.0F}) {
        const auto layout = lay_out(scores(64, 64, 4), board, 1, {3, centre, centre});
        CHECK(is_inside(layout.result.area, content(layout.result)));
    }
}

TEST_CASE("the few columns of a factor stay readable beside thousands of columns of the result") {
    const auto layout = lay_out(scores(4096, 4096, 4), board, 1);
    CHECK(layout.left->cell_width >= 40);
    CHECK(layout.top->cell_height >= 20);
    CHECK(layout.result.area.width > board.width / 3);
    CHECK(is_inside(layout.result.area, board, 0.5F));
    CHECK(is_inside(layout.left->area, board, 0.5F));
}

TEST_CASE("cells keep the least size they may have; the rest is scrolled to") {
    ProductShape shape = scores(10, 10, 4);
    shape.least = {110, 60};
    const auto layout = lay_out(shape, board, 1);
    CHECK(layout.result.cell_width == make::about(110));
    CHECK(layout.left->cell_width == make::about(110));
    CHECK(layout.top->cell_height == make::about(60));
    CHECK(reaches_beyond(layout.result));
    for (const auto& matrix : {layout.result, *layout.left, *layout.top})
        CHECK(is_inside(matrix.area,
                        {board.x, board.y, board.width - scroll_bar_room, board.height - scroll_bar_room},
                        0.5F));
    CHECK(layout.whole < 1);
    CHECK_FALSE(reaches_beyond(lay_out(shape, board, 1, {layout.whole * 0.9F}).result));
}

TEST_CASE("the factors scroll together along what is multiplied") {
    ProductShape shape = scores(10, 10, 8);
    shape.least = {110, 60};
    ProductView view;
    view.centre_inner = 1;
    const auto layout = lay_out(shape, board, 1, view);
    CHECK(content(*layout.left).right() == make::about(layout.left->area.right()));
    CHECK(content(*layout.top).bottom() == make::about(layout.top->area.bottom()));
}

TEST_CASE("enlarged, an elementwise stage shows the same part of both matrices in the same size") {
    ProductShape shape;
    shape.result = {10, 10};
    shape.left = Size{10, 10};
    shape.least = {90, 40};
    const auto layout = lay_out(shape, board, 1, {2, 0.2F, 0.9F});
    CHECK(layout.left->cell_width == make::about(layout.result.cell_width));
    CHECK(layout.left->offset_x == make::about(layout.result.offset_x));
    CHECK(layout.left->area.width == make::about(layout.result.area.width));
    CHECK(layout.result.cell_width == make::about(180));
}

TEST_CASE("a board without room has nothing to zoom out to") {
    for (const float width : {0.0F, 40.0F, 940.0F})
        for (const float height : {0.0F, 30.0F, 560.0F}) {
            CAPTURE(width);
            CAPTURE(height);
            const auto layout = lay_out(scores(10, 10, 4), {100, 50, width, height}, 1);
            CHECK(layout.whole > 0);
            CHECK(layout.whole <= 1);
        }
}
