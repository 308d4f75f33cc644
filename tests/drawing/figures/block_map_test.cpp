#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/block_map.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace drawing;
using make::about;

TEST_CASE("on the map the block held now stands at its queries and keys") {
    const BlockMap map = block_map({0, 0, 240, 200}, 10, 10, 4, 2, 40, 100, 1);
    CHECK(map.cell == about(20));
    CHECK(map.area.x == about(40));
    const Rect held = map.rect(2, 4);
    CHECK(held.x == about(40 + 2 * 20));
    CHECK(held.y == about(4 * 20));
    CHECK(held.width == about(40));
    CHECK(held.height == about(40));
    CHECK(map.at({85, 85}) == CellPlace{4, 2});
    CHECK(map.at({1000, 1000}) == CellPlace{9, 9});
}

TEST_CASE("a block of a long sequence is still seen") {
    const BlockMap map = block_map({0, 0, 300, 300}, 3000, 3000, 1500, 1, 0, 100, 1);
    CHECK(map.rect(0, 1).width >= 3);
    CHECK(map.rect(0, 1).height >= 3);
}

TEST_CASE("blocks that are skipped are hatched, and no score of them is painted") {
    const BlockMap map = block_map({0, 0, 100, 100}, 4, 4, 0, 2, 0, 100, 1);
    const std::vector<BlockTile> tiles{{0, 2, 0, 2, false}, {2, 4, 2, 2, false}};
    const auto count = [&](const HeldBlock& held, auto is_one) {
        const Figure figure = block_map_figure(
            map, tiles, held, 2, [](Index) { return "word"; }, light_palette(), FixedMeasure{});
        return std::ranges::count_if(figure, is_one);
    };
    const auto hatched = [](const Shape& shape) {
        const auto* hatch = std::get_if<Hatch>(&shape);
        return hatch && hatch->rect.x >= 50;
    };
    const auto painted = [](const Shape& shape) { return std::holds_alternative<Heat>(shape); };
    const auto scores = std::make_shared<const base::Matrix>(base::Matrix::Ones(2, 2));
    CHECK(count({0, scores, {-1, 1}}, hatched) == 1);
    CHECK(count({0, scores, {-1, 1}}, painted) == 1);
    CHECK(count({1, nullptr, {}}, painted) == 0);
}
