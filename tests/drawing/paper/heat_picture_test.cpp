#include "drawing/paper/heat_picture.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace drawing;
using base::Index;
using base::Matrix;

namespace {

constexpr float forbidden = -std::numeric_limits<float>::infinity();

Heat heat_of(const Matrix& matrix, Rect rect, Rect view) {
    return {rect, std::make_shared<const Matrix>(matrix), view, {0, 4}, ColourMap::weights};
}

Rgba colour(float value) {
    return colour_of(value, {0, 4}, ColourMap::weights, false);
}

Rgba pixel(const HeatPicture& picture, Index row, Index column) {
    return picture.pixels.at(static_cast<std::size_t>(row * picture.width + column));
}

} // namespace

TEST_CASE("large cells are a pixel each, in the colours of the map") {
    Matrix matrix(2, 3);
    matrix << 0, 1, 2, 3, 4, 0.5F;
    const HeatPicture picture = heat_picture(heat_of(matrix, {10, 20, 60, 40}, {0, 0, 3, 2}), false, 2);
    REQUIRE(picture.width == 3);
    REQUIRE(picture.height == 2);
    CHECK(picture.place == Rect{10, 20, 60, 40});
    for (Index row = 0; row < 2; ++row)
        for (Index column = 0; column < 3; ++column)
            CHECK(pixel(picture, row, column) == colour(matrix(row, column)));
}

TEST_CASE("a part of a matrix begins where its first cell does, outside the view when that is cut") {
    const Matrix matrix = Matrix::Random(8, 8);
    const HeatPicture picture = heat_picture(heat_of(matrix, {0, 0, 40, 40}, {2.5F, 1, 2, 2}), false, 2);
    CHECK(picture.width == 3); // half of columns 2 and 4
    CHECK(picture.height == 2);
    CHECK(picture.place == Rect{-10, 0, 60, 40});
    CHECK(pixel(picture, 0, 0) == colour(matrix(1, 2)));
}

TEST_CASE("a transposed picture has the matrix's columns as its rows") {
    const Matrix matrix = Matrix::Random(2, 5);
    Heat heat = heat_of(matrix, {0, 0, 20, 50}, {0, 0, 2, 5});
    heat.transposed = true;
    const HeatPicture picture = heat_picture(heat, false, 2);
    CHECK(picture.height == 5);
    CHECK(pixel(picture, 4, 1) == colour(matrix(1, 4)));
}

TEST_CASE("masked cells have the colour of 0 and are named for hatching") {
    Matrix matrix(1, 2);
    matrix << 3, forbidden;
    const HeatPicture picture = heat_picture(heat_of(matrix, {0, 0, 20, 10}, {0, 0, 2, 1}), false, 2);
    CHECK(pixel(picture, 0, 1) == colour(0));
    CHECK(picture.hatched == std::vector<Rect>{{10, 0, 10, 10}});
}

TEST_CASE("where cells are smaller than pixels, a pixel is the mean of what it covers") {
    Matrix matrix(4, 4);
    for (Index i = 0; i < 16; ++i)
        matrix(i / 4, i % 4) = static_cast<float>(i % 4);
    const HeatPicture picture = heat_picture(heat_of(matrix, {0, 0, 2, 2}, {0, 0, 4, 4}), false, 1);
    REQUIRE(picture.width == 2);
    CHECK(pixel(picture, 0, 0) == colour(0.5F));
    CHECK(pixel(picture, 1, 1) == colour(2.5F));
}

TEST_CASE("masked cells stay out of the mean, and show by their share") {
    Matrix matrix(2, 2);
    matrix << 4, 4, 4, forbidden;
    const auto mean = [&] {
        return pixel(heat_picture(heat_of(matrix, {0, 0, 1, 1}, {0, 0, 2, 2}), false, 1), 0, 0);
    };
    CHECK(mean() != colour(4));
    matrix(1, 1) = 4;
    CHECK(mean() == colour(4));
}

TEST_CASE("what has no cells has no picture") {
    CHECK(heat_picture(heat_of(Matrix(0, 3), {0, 0, 9, 9}, {0, 0, 3, 0}), false, 2).pixels.empty());
    CHECK(
        heat_picture({{0, 0, 9, 9}, nullptr, {0, 0, 3, 3}, {}, ColourMap::weights}, false, 2).pixels.empty());
}
