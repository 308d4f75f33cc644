#include "render/lens.h"

#include "render/canvas.h"

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
