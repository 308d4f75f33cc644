#include "render/heat_map.h"
#include "render/heat_maps.h"

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

using namespace heat_map_test;

TEST_CASE("every cell has its colour, on OpenGL and on OpenGL ES") {
    for (const Api api : {Api::desktop, Api::es}) {
        const Context context(api);
        Canvas canvas(100, 60);
        HeatMap map(shaders);
        const auto matrix = numbered(3, 5);
        show(map, canvas, matrix, whole(canvas, *matrix));
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 5; ++j) {
                CHECK(near(canvas.at(20 * j + 10, 20 * i + 10), colour_of((*matrix)(i, j))));
                CHECK(near(canvas.at(20 * j, 20 * i),
                           colour_of((*matrix)(i, j)))); // the first pixel of the cell
                CHECK(near(canvas.at(20 * j + 19, 20 * i + 19), colour_of((*matrix)(i, j))));
            }
    }
}

TEST_CASE("a transposed picture shows columns as rows") {
    const Context context;
    Canvas canvas(60, 100);
    HeatMap map(shaders);
    const auto matrix = numbered(3, 5);
    HeatPicture picture = whole(canvas, *matrix);
    picture.transposed = true;
    std::swap(picture.rows, picture.columns);
    show(map, canvas, matrix, picture);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j)
            CHECK(near(canvas.at(20 * i + 10, 20 * j + 10), colour_of((*matrix)(i, j))));
}

TEST_CASE("a part of a matrix fills the place, also from the middle of a cell") {
    const Context context;
    Canvas canvas(100, 100);
    HeatMap map(shaders);
    const auto matrix = numbered(64, 64);
    HeatPicture picture = whole(canvas, *matrix);
    picture.first_row = 10.5F, picture.first_column = 20.5F;
    picture.rows = picture.columns = 2;
    show(map, canvas, matrix, picture);
    CHECK(near(canvas.at(10, 10), colour_of((*matrix)(10, 20))));
    CHECK(near(canvas.at(50, 50), colour_of((*matrix)(11, 21))));
    CHECK(near(canvas.at(90, 10), colour_of((*matrix)(10, 22))));
    CHECK(near(canvas.at(90, 90), colour_of((*matrix)(12, 22))));
}

TEST_CASE("numbers beyond the range take the colour of its end, and so do infinity and NaN") {
    const Context context;
    Canvas canvas(40, 10);
    HeatMap map(shaders);
    const auto matrix = std::make_shared<Matrix>(1, 4);
    *matrix << -7, 9, INFINITY, std::nanf("");
    show(map, canvas, matrix, whole(canvas, *matrix));
    CHECK(near(canvas.at(5, 5), colour_of(0)));
    CHECK(near(canvas.at(15, 5), colour_of(1)));
    CHECK(near(canvas.at(25, 5), colour_of(1)));
    CHECK(near(canvas.at(35, 5), colour_of(0)));
}

TEST_CASE("masked cells are hatched by diagonal lines, others are not") {
    const Context context;
    Canvas canvas(120, 60);
    HeatMap map(shaders);
    const auto matrix = std::make_shared<Matrix>(1, 2);
    *matrix << -INFINITY, 0;
    HeatPicture picture = whole(canvas, *matrix);
    picture.masked = {0, 255, 0, 255};
    show(map, canvas, matrix, picture);
    int lines = 0, ground = 0;
    for (int x = 0; x < 60; ++x) {
        const Pixel pixel = canvas.at(x, 30);
        lines += near(pixel, {0, 255, 0}) ? 1 : 0;
        ground += near(pixel, colour_of(0)) ? 1 : 0;
        if (x > 0)
            CHECK(near(canvas.at(x - 1, 31),
                       pixel)); // one pixel down is one pixel to the left: rising to the right
        CHECK(near(canvas.at(x + 60, 30), colour_of(0)));
    }
    CHECK(lines >= 10);
    CHECK(ground >= 20);
}

TEST_CASE("large cells have gaps between them, small ones have none") {
    const Context context;
    Canvas canvas(100, 100);
    HeatMap map(shaders);
    const auto ones = std::make_shared<Matrix>(Matrix::Ones(5, 5)),
               many = std::make_shared<Matrix>(Matrix::Ones(50, 50));
    HeatPicture picture = whole(canvas, *ones);
    picture.gap = 2;
    show(map, canvas, ones, picture);
    for (const int x : {19, 20, 39, 40})
        CHECK(near(canvas.at(x, 10), {255, 255, 255}));
    for (const int x : {17, 22, 30})
        CHECK(near(canvas.at(x, 10), colour_of(1)));
    picture = whole(canvas, *many);
    picture.gap = 2;
    show(map, canvas, many, picture);
    for (int x = 0; x < 100; ++x)
        CHECK(near(canvas.at(x, 50), colour_of(1)));
}

TEST_CASE("nothing is painted outside the place and the clip") {
    const Context context;
    Canvas canvas(100, 80);
    HeatMap map(shaders);
    const auto ones = std::make_shared<Matrix>(Matrix::Ones(4, 4));
    HeatPicture picture = whole(canvas, *ones);
    picture.place = {20, 10, 60, 60};
    picture.clip = {30, 0, 30, 50};
    show(map, canvas, ones, picture);
    for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 100; ++x) {
            const bool inside = x >= 30 && x < 60 && y >= 10 && y < 50;
            REQUIRE(near(canvas.at(x, y), inside ? colour_of(1) : Pixel{255, 255, 255}));
        }
}

TEST_CASE("half opaque mixes with what is below") {
    const Context context;
    Canvas canvas(10, 10);
    HeatMap map(shaders);
    const auto zero = std::make_shared<Matrix>(Matrix::Zero(1, 1));
    HeatPicture picture = whole(canvas, *zero);
    picture.opacity = 0.5F;
    show(map, canvas, zero, picture);
    CHECK(near(canvas.at(5, 5), {127, 147, 255}));
}

TEST_CASE("an empty matrix is nothing to draw") {
    const Context context;
    Canvas canvas(10, 10);
    HeatMap map(shaders);
    const auto empty = std::make_shared<Matrix>(0, 5);
    CHECK(map.draw(empty, whole(canvas, *empty), 10, 10));
    canvas.read();
    CHECK(canvas.at(5, 5) == Pixel{255, 255, 255});
}
