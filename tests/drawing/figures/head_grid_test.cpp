#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/head_grid.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const Rect area{30, 170, 380, 460};

HeadGrid grid_of(Index heads, Index rows = 10, Index columns = 10) {
    return head_grid(area, {.heads = heads, .rows = rows, .columns = columns});
}

bool inside(const Rect& inner, const Rect& outer) {
    return is_inside(inner, outer, 0.1F);
}

} // namespace

TEST_CASE("every head has a tile of its own, and no two overlap") {
    for (const Index heads : {1, 2, 3, 4, 6, 8, 12, 16}) {
        CAPTURE(heads);
        const HeadGrid grid = grid_of(heads);
        REQUIRE(static_cast<Index>(grid.tiles.size()) == heads);
        for (std::size_t i = 0; i < grid.tiles.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Rect &a = grid.tiles[i], &b = grid.tiles[j];
                CHECK((a.x >= b.right() || b.x >= a.right() || a.y >= b.bottom() || b.y >= a.bottom()));
            }
    }
}

TEST_CASE("up to sixteen heads fit into the card without scrolling") {
    for (const Index heads : {1, 2, 3, 4, 6, 8, 12, 16}) {
        CAPTURE(heads);
        const HeadGrid grid = grid_of(heads);
        for (const Rect& tile : grid.tiles)
            CHECK(inside(tile, area));
        CHECK(grid.height <= area.height + 0.1F);
        CHECK(grid.matrix_width >= 64);
    }
}

TEST_CASE("more heads than fit go on below the area and keep a matrix that can be seen") {
    const HeadGrid grid = grid_of(64);
    CHECK(grid.height > area.height);
    CHECK(grid.matrix_width >= 64);
    CHECK(grid.tiles.back().bottom() == make::about(area.y + grid.height));
}

TEST_CASE("tiles that scroll stand in as many columns as are wide enough") {
    const HeadGrid grid = grid_of(64);
    CHECK(grid.tiles[3].y == grid.tiles[0].y);
    CHECK(grid.tiles.back().width >= 74);
}

TEST_CASE("few heads say more than many") {
    CHECK(grid_of(2).detail == TileDetail::full);
    CHECK(grid_of(8).detail == TileDetail::beside);
    CHECK(grid_of(16).detail == TileDetail::bare);
    CHECK(grid_of(4).matrix_width > grid_of(16).matrix_width);
}

TEST_CASE("header, matrix and words stand inside their tile, and none covers another") {
    for (const Index heads : {2, 4, 8, 16})
        for (const auto& [rows, columns] : {std::pair<Index, Index>{10, 10}, {4, 9}, {9, 4}, {1, 1}}) {
            CAPTURE(heads);
            const HeadGrid grid = grid_of(heads, rows, columns);
            const Rect& tile = grid.tiles.front();
            const Rect header = grid.header(tile), matrix = grid.matrix(tile), words = grid.words(tile);
            CHECK(inside(header, tile));
            CHECK(inside(matrix, tile));
            CHECK(inside(words, tile));
            CHECK(header.bottom() <= matrix.y + 0.1F);
            CHECK((matrix.bottom() <= words.y + 0.1F || matrix.right() <= words.x + 0.1F));
            CHECK(words.height >= grid.line_height - 0.1F);
        }
}

TEST_CASE("the cells of a matrix of other words are not squeezed") {
    const HeadGrid grid = grid_of(4, 5, 10);
    CHECK(grid.matrix_height == make::about(grid.matrix_width / 2));
}
