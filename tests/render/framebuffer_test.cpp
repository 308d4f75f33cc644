#include "render/framebuffer.h"

#include "base/input_error.h"
#include "render/canvas.h"

#include <fstream>
#include <stb/stb_image.h>

namespace {

const std::filesystem::path folder =
    std::filesystem::temp_directory_path() / "attention_lab_framebuffer_test";

/// Left half red, right half blue, and the lower quarter green.
render::Image flag() {
    render::Image image{8, 4, {}};
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x) {
            const std::array<std::uint8_t, 3> colour = y == 3  ? std::array<std::uint8_t, 3>{0, 200, 0}
                                                       : x < 4 ? std::array<std::uint8_t, 3>{250, 10, 20}
                                                               : std::array<std::uint8_t, 3>{30, 40, 255};
            image.rgb.insert(image.rgb.end(), colour.begin(), colour.end());
        }
    return image;
}

} // namespace

TEST_CASE("a picture that was written can be read") {
    std::filesystem::create_directories(folder);
    const render::Image image = flag();
    render::write_png(folder / "flag.png", image);
    int width = 0, height = 0, channels = 0;
    unsigned char* pixels = stbi_load((folder / "flag.png").c_str(), &width, &height, &channels, 0);
    REQUIRE(pixels);
    CHECK(width == 8);
    CHECK(height == 4);
    CHECK(channels == 3);
    CHECK(std::equal(image.rgb.begin(), image.rgb.end(), pixels));
    stbi_image_free(pixels);
    CHECK_FALSE(std::filesystem::exists(folder / "flag.png.part"));
    std::filesystem::remove_all(folder);
}

TEST_CASE("a picture that cannot be written leaves nothing behind, and says where and why") {
    std::filesystem::create_directories(folder / "in_the_way.png" / "full");
    for (const std::filesystem::path& file : {folder / "none" / "flag.png", folder / "in_the_way.png"}) {
        CHECK_THROWS_AS(render::write_png(file, flag()), base::InputError);
        try {
            render::write_png(file, flag());
        } catch (const base::InputError& error) {
            CHECK(error.where == file.string());
            CHECK(error.problem.find("cannot be written") != std::string::npos);
        }
        CHECK_FALSE(std::filesystem::exists(file.string() + ".part"));
    }
    CHECK(std::filesystem::exists(folder / "in_the_way.png" / "full"));
    std::filesystem::remove_all(folder);
}

TEST_CASE("the framebuffer is read from its top left corner") {
    const Context context;
    Canvas canvas(6, 4);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 3, 2, 1); // OpenGL counts from the bottom
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    canvas.read();
    CHECK(canvas.at(0, 0) == Pixel{255, 0, 0});
    CHECK(canvas.at(1, 0) == Pixel{255, 0, 0});
    CHECK(canvas.at(2, 0) == Pixel{255, 255, 255});
    CHECK(canvas.at(0, 1) == Pixel{255, 255, 255});
}

namespace {

/// A black canvas with one white pixel.
void paint_dot(Canvas& canvas, int x, int y) {
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, 32 - 1 - y, 1, 1);
    glClearColor(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    canvas.read();
}

int bright(const Canvas& canvas) {
    int count = 0;
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x)
            count += canvas.at(x, y) != Pixel{0, 0, 0};
    return count;
}

} // namespace

TEST_CASE("under the glass a dot becomes a patch, around it nothing changes") {
    for (const Api api : {Api::desktop, Api::es}) {
        const Context context(api);
        Canvas canvas(32, 32);
        paint_dot(canvas, 16, 16);
        CHECK(bright(canvas) == 1);
        render::magnify({.x = 16, .y = 16, .size = 16, .factor = 4}, 32, 32);
        canvas.read();
        CHECK(bright(canvas) >= 16);
        CHECK(canvas.at(16, 16) != Pixel{0, 0, 0});
        paint_dot(canvas, 28, 4);
        render::magnify({.x = 10, .y = 20, .size = 16, .factor = 2}, 32, 32);
        canvas.read();
        CHECK(bright(canvas) == 1);
        CHECK(canvas.at(28, 4) == Pixel{255, 255, 255});
    }
}

TEST_CASE("at the window's edge the glass shows what is inside") {
    const Context context;
    Canvas canvas(32, 32);
    for (const float edge : {0.0F, 31.0F, -50.0F, 500.0F}) {
        paint_dot(canvas, 16, 16);
        render::magnify({.x = edge, .y = edge, .size = 12, .factor = 2}, 32, 32);
        CHECK(glGetError() == GL_NO_ERROR);
    }
}
