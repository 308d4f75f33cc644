// How matrices become textures, and what is left of OpenGL's state.
#include "render/heat_maps.h"

using namespace heat_map_test;

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
