#include "attention/layer.h"

#include "close.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace attention;

TEST_CASE("position 0 is sin 0, cos 0 in every pair") {
    const Matrix p = sinusoidal_positions(1, 6);
    CHECK(p == Matrix{{0, 1, 0, 1, 0, 1}});
}

TEST_CASE("the first pair turns by one radian a position, later pairs slower") {
    const Matrix p = sinusoidal_positions(4, 4);
    CHECK(p(3, 0) == make::about(std::sin(3.0)));
    CHECK(p(3, 1) == make::about(std::cos(3.0)));
    CHECK(p(3, 2) == make::about(std::sin(0.03)));
    CHECK(p(3, 3) == make::about(std::cos(0.03)));
}

TEST_CASE("how alike two positions are depends only on their distance") {
    const Matrix p = sinusoidal_positions(40, 32);
    const Matrix similarity = p * p.transpose();
    for (Index i = 0; i + 7 < 40; ++i)
        CHECK(similarity(i, i + 7) == make::about(similarity(0, 7)).share(1e-5));
}

TEST_CASE("an odd width ends with a sine") {
    const Matrix p = sinusoidal_positions(2, 3);
    CHECK(p.cols() == 3);
    CHECK(p(1, 2) == make::about(std::sin(std::pow(10000.0, -2.0 / 3))));
}

TEST_CASE("the clock starts at 12, reaches 3 after three places and is back after twelve") {
    const Matrix clock = clock_positions(13);
    CHECK(clock.row(0) == Matrix{{1, 0}});
    CHECK(clock(3, 0) == make::about(0).within(1e-6));
    CHECK(clock(3, 1) == make::about(1));
    CHECK(clock.row(12) == clock.row(0));
    for (Index i = 0; i < 12; ++i) // one place on is one turn by an hour
        CHECK(clock.row(i).dot(clock.row(i + 1)) == make::about(std::cos(std::acos(-1.0) / 6)));
}

TEST_CASE("a projection by hand: rows times columns, plus the bias") {
    const Matrix x{{1, 2}, {3, 4}};
    const Matrix w{{1, 0, 2}, {0, 1, 1}};
    CHECK(project(x, w, {}) == Matrix{{1, 2, 4}, {3, 4, 10}});
    CHECK(project(x, w, RowVector{{10, 20, 30}}) == Matrix{{11, 22, 34}, {13, 24, 40}});
}

TEST_CASE("query heads share a key head with their neighbours, evenly") {
    Layer layer;
    layer.heads = 6;
    layer.kv_heads = 2;
    CHECK(layer.heads_of(0) == std::vector<Index>{0, 1, 2});
    CHECK(layer.heads_of(1) == std::vector<Index>{3, 4, 5});
    layer.kv_heads = 0; // keys of their own
    for (Index head = 0; head < 6; ++head)
        CHECK(layer.heads_of(head) == std::vector<Index>{head});
}
