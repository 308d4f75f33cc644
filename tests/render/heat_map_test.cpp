#include "render/heat_map.h"

#include "render/canvas.h"
#include "source_folder.h"

#include <array>
#include <cmath>

using render::halved;
using render::HeatMap;
using render::HeatPicture;
using render::Index;
using render::Matrix;

// Coarser levels.

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

namespace {

const std::filesystem::path shaders = source_folder() / "shaders";

/// Red rises with the number and blue falls, so that a pixel shows which colour of the table it has.
std::array<render::Colour, 256> ramp() {
    std::array<render::Colour, 256> colours;
    for (std::size_t i = 0; i < 256; ++i)
        colours[i] = {static_cast<std::uint8_t>(i), 40, static_cast<std::uint8_t>(255 - i), 255};
    return colours;
}
const auto colours = ramp();

Pixel colour_of(float share) {
    const int i = static_cast<int>(std::lround(255 * share));
    return {i, 40, 255 - i};
}

bool near(Pixel a, Pixel b, int by = 2) {
    return std::abs(a.r - b.r) <= by && std::abs(a.g - b.g) <= by && std::abs(a.b - b.b) <= by;
}

/// Every cell has a different number between 0 and 1.
std::shared_ptr<Matrix> numbered(Index rows, Index columns) {
    auto matrix = std::make_shared<Matrix>(rows, columns);
    for (Index i = 0; i < matrix->size(); ++i)
        matrix->data()[i] =
            static_cast<float>(i) / static_cast<float>(std::max<Index>(1, matrix->size() - 1));
    return matrix;
}

HeatPicture whole(const Canvas& canvas, const Matrix& matrix) {
    return {.place = canvas.all(),
            .clip = canvas.all(),
            .columns = static_cast<float>(matrix.cols()),
            .rows = static_cast<float>(matrix.rows()),
            .colours = colours,
            .gap = 0};
}

/// Draws until everything is uploaded, and reads the pixels.
void show(HeatMap& map, Canvas& canvas, const std::shared_ptr<const Matrix>& matrix,
          const HeatPicture& picture) {
    for (int i = 0; i < 1000 && !map.draw(matrix, picture, canvas.width(), canvas.height()); ++i)
        canvas.clear();
    canvas.read();
    CHECK(glGetError() == GL_NO_ERROR);
}

} // namespace

// Cells of several pixels.

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

// Several cells in one pixel.

TEST_CASE("many cells in a pixel show their mean") {
    const Context context;
    Canvas canvas(16, 16);
    HeatMap map(shaders);
    const auto board = std::make_shared<Matrix>(1024, 1024);
    for (Index i = 0; i < 1024; ++i)
        for (Index j = 0; j < 1024; ++j)
            (*board)(i, j) = static_cast<float>((i + j) % 2) * (i < 512 ? 1.0F : 0.5F);
    show(map, canvas, board, whole(canvas, *board));
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 16; ++x)
            CHECK(near(canvas.at(x, y), colour_of(y < 8 ? 0.5F : 0.25F)));
}

TEST_CASE("a stripe keeps its brightness while it is panned: nothing shimmers") {
    const Context context;
    Canvas canvas(100, 4);
    HeatMap map(shaders);
    const auto stripe = std::make_shared<Matrix>(Matrix::Zero(64, 1600));
    stripe->col(801).setConstant(1);
    HeatPicture picture = whole(canvas, *stripe);
    picture.columns = 700; // seven cells a pixel
    float least = 1e9F, most = 0;
    for (int step = 0; step < 40; ++step) {
        picture.first_column = 400 + 0.37F * static_cast<float>(step);
        canvas.clear();
        show(map, canvas, stripe, picture);
        float sum = 0;
        for (int x = 0; x < 100; ++x)
            sum += static_cast<float>(canvas.at(x, 2).r);
        least = std::min(least, sum), most = std::max(most, sum);
    }
    CHECK(least > 255.0F / 7 - 3);
    CHECK(most < 255.0F / 7 + 3);
}

TEST_CASE("a row of weights as a strip shows its mean too, though it is one cell high") {
    const Context context;
    Canvas canvas(100, 10);
    HeatMap map(shaders);
    const auto weights = std::make_shared<Matrix>(Matrix::Zero(300, 4000));
    weights->row(200).segment(1000, 500).setConstant(1);
    HeatPicture picture = whole(canvas, *weights);
    picture.first_row = 200, picture.rows = 1;
    picture.first_column = 20, picture.columns = 3980;
    show(map, canvas, weights, picture);
    CHECK(near(canvas.at(23, 5), colour_of(0)));
    CHECK(near(canvas.at(24, 5), colour_of(15 / 39.8F))); // columns 975.2 to 1015: the last 15 hold ones
    CHECK(near(canvas.at(30, 5), colour_of(1)));
    CHECK(near(canvas.at(40, 5), colour_of(0)));
}

// Textures, and the OpenGL state that is left behind.

TEST_CASE("a matrix larger than a texture is drawn from several, as if it were one") {
    const Context context;
    Canvas whole_canvas(90, 70);
    const auto matrix = numbered(37, 53);
    HeatMap one(shaders), tiled(shaders, {.texture_side = 16});
    for (const bool transposed : {false, true}) {
        HeatPicture picture = whole(whole_canvas, *matrix);
        picture.transposed = transposed;
        if (transposed) std::swap(picture.rows, picture.columns);
        for (const float zoom : {1.0F, 0.3F}) {
            picture.first_row = 7.3F * (1 - zoom), picture.first_column = 9 * (1 - zoom);
            picture.rows *= zoom, picture.columns *= zoom;
            whole_canvas.clear();
            show(one, whole_canvas, matrix, picture);
            std::vector<Pixel> expected;
            for (int y = 0; y < 70; ++y)
                for (int x = 0; x < 90; ++x)
                    expected.push_back(whole_canvas.at(x, y));
            whole_canvas.clear();
            show(tiled, whole_canvas, matrix, picture);
            int differing = 0;
            for (int y = 0; y < 70; ++y)
                for (int x = 0; x < 90; ++x)
                    differing +=
                        near(whole_canvas.at(x, y), expected[static_cast<std::size_t>(90 * y + x)], 6) ? 0
                                                                                                       : 1;
            CHECK(differing < 70 * 90 / 10); // pixels that two textures share
        }
    }
}

TEST_CASE("a large matrix comes in parts, so that no frame has to wait for it") {
    const Context context;
    Canvas canvas(64, 64);
    HeatMap map(shaders, {.cells_per_draw = 100000});
    const auto ones = std::make_shared<Matrix>(Matrix::Ones(1024, 1024));
    const HeatPicture picture = whole(canvas, *ones);
    CHECK_FALSE(map.draw(ones, picture, 64, 64));
    canvas.read();
    CHECK(near(canvas.at(32, 2), colour_of(1)));
    CHECK(near(canvas.at(32, 60), {255, 255, 255}));
    int draws = 1;
    while (!map.draw(ones, picture, 64, 64))
        ++draws;
    CHECK(draws < 12);
    canvas.read();
    CHECK(near(canvas.at(32, 60), colour_of(1)));
}

TEST_CASE("another matrix at the same address is uploaded anew") {
    const Context context;
    Canvas canvas(10, 10);
    HeatMap map(shaders);
    Matrix storage = Matrix::Zero(1, 1);
    const auto pointing = [&] { return std::shared_ptr<const Matrix>(std::make_shared<int>(0), &storage); };
    auto first = pointing();
    show(map, canvas, first, whole(canvas, storage));
    CHECK(near(canvas.at(5, 5), colour_of(0)));
    first.reset();
    storage.setOnes();
    show(map, canvas, pointing(), whole(canvas, storage));
    CHECK(near(canvas.at(5, 5), colour_of(1)));
}

TEST_CASE("textures stay within their limit, and go with their matrix") {
    const Context context;
    Canvas canvas(10, 10);
    const std::size_t one = 64 * 64 * 4 * 4 / 3;
    HeatMap map(shaders, {.texture_bytes = 3 * one + 100});
    std::vector<std::shared_ptr<Matrix>> matrices;
    for (int i = 0; i < 6; ++i) {
        matrices.push_back(numbered(64, 64));
        show(map, canvas, matrices.back(), whole(canvas, *matrices.back()));
        CHECK(map.texture_bytes() <= 3 * one + 100);
    }
    CHECK(map.texture_bytes() >= 3 * one - 10);
    const auto last = matrices.back();
    matrices.clear();
    show(map, canvas, last, whole(canvas, *last));
    CHECK(map.texture_bytes() == one);
}

TEST_CASE("drawing leaves OpenGL's state as it was") {
    const Context context;
    Canvas canvas(20, 20);
    HeatMap map(shaders);
    unsigned texture = 0, sampler = 0, vertex_array = 0;
    glGenTextures(1, &texture);
    glGenSamplers(1, &sampler);
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(0, sampler);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    glViewport(1, 2, 3, 4);
    glScissor(5, 6, 7, 8);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);

    const auto matrix = numbered(3, 3);
    show(map, canvas, matrix, whole(canvas, *matrix));

    const auto get = [](unsigned name) {
        int value[4] = {};
        glGetIntegerv(name, value);
        return std::vector<int>(value, value + 4);
    };
    CHECK(get(GL_CURRENT_PROGRAM)[0] == 0);
    CHECK(get(GL_VERTEX_ARRAY_BINDING)[0] == static_cast<int>(vertex_array));
    CHECK(get(GL_ACTIVE_TEXTURE)[0] == GL_TEXTURE1);
    CHECK(get(GL_TEXTURE_BINDING_2D)[0] == static_cast<int>(texture));
    glActiveTexture(GL_TEXTURE0);
    CHECK(get(GL_TEXTURE_BINDING_2D)[0] == 0);
    CHECK(get(GL_SAMPLER_BINDING)[0] == static_cast<int>(sampler));
    CHECK(glIsEnabled(GL_DEPTH_TEST));
    CHECK_FALSE(glIsEnabled(GL_BLEND));
    CHECK_FALSE(glIsEnabled(GL_SCISSOR_TEST));
    CHECK(get(GL_BLEND_SRC_RGB)[0] == GL_ONE);
    CHECK(get(GL_VIEWPORT) == std::vector<int>{1, 2, 3, 4});
    CHECK(get(GL_SCISSOR_BOX) == std::vector<int>{5, 6, 7, 8});
    CHECK(get(GL_UNPACK_ALIGNMENT)[0] == 1);
    glDeleteTextures(1, &texture);
    glDeleteSamplers(1, &sampler);
    glDeleteVertexArrays(1, &vertex_array);
}
