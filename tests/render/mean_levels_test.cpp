#include "render/mean_levels.h"

#include <cmath>
#include <doctest/doctest.h>

using render::halved;
using render::Matrix;

TEST_CASE("a coarser cell is the mean of the four it stands for") {
    Matrix numbers(2, 4);
    numbers << 1, 2, 10, 20, //
        3, 6, 30, 40;
    const Matrix coarser = halved(numbers);
    REQUIRE(coarser.rows() == 1);
    REQUIRE(coarser.cols() == 2);
    CHECK(coarser(0, 0) == 3);
    CHECK(coarser(0, 1) == 25);
}

TEST_CASE("masked and undefined cells stay out of the mean; only masked ones stay masked") {
    Matrix numbers(2, 4);
    numbers << 1, -INFINITY, -INFINITY, -INFINITY, //
        3, std::nanf(""), -INFINITY, -INFINITY;
    CHECK(halved(numbers)(0, 0) == 2);
    CHECK(halved(numbers)(0, 1) == -INFINITY);
}

TEST_CASE("odd sizes lose no cell: the last coarser cell takes in what is left over") {
    Matrix numbers(1, 5);
    numbers << 1, 3, 4, 5, 9;
    const Matrix coarser = halved(numbers);
    REQUIRE(coarser.cols() == 2);
    CHECK(coarser(0, 0) == 2);
    CHECK(coarser(0, 1) == 6);
    CHECK(halved(Matrix::Constant(1, 1, 7))(0, 0) == 7);
}

TEST_CASE("a texture is halved until one cell is left, or as often as is useful") {
    CHECK(render::level_count(1, 1, 8) == 0);
    CHECK(render::level_count(10, 3, 8) == 3);
    CHECK(render::level_count(4096, 4096, 8) == 8);
}
