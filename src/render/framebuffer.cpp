#include "render/framebuffer.h"

#include "base/files.h"

#include <algorithm>
#include <cmath>
#include <glad/gl.h>
#include <new>
#include <stb/stb_image_write.h>
#include <string>

namespace render {

OffScreen::OffScreen(int width, int height) {
    glGenRenderbuffers(1, &pixels_);
    glBindRenderbuffer(GL_RENDERBUFFER, pixels_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, pixels_);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) throw std::bad_alloc();
}

OffScreen::~OffScreen() {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteRenderbuffers(1, &pixels_);
}

namespace {

/// A framebuffer that holds a copy of some pixels of the bound one.
class Copy {
public:
    Copy(int x, int y, int width, int height) {
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &texture_before_);
        glGenTextures(1, &texture_);
        glBindTexture(GL_TEXTURE_2D, texture_);
        glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, x, y, width, height, 0);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &framebuffer_before_);
        glGenFramebuffers(1, &framebuffer_);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
        glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    }
    ~Copy() {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(framebuffer_before_));
        glDeleteFramebuffers(1, &framebuffer_);
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(texture_before_));
        glDeleteTextures(1, &texture_);
    }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

private:
    GLuint texture_ = 0, framebuffer_ = 0;
    GLint texture_before_ = 0, framebuffer_before_ = 0;
};

} // namespace

void magnify(const Lens& lens, int width, int height) {
    // OpenGL counts rows from the bottom. What lies under the glass stays within the window.
    const int size = std::min({static_cast<int>(std::lround(lens.size / lens.factor)), width, height});
    if (size <= 0) return;
    const int x = static_cast<int>(std::lround(lens.x)), y = height - static_cast<int>(std::lround(lens.y));
    const int left = std::clamp(x - size / 2, 0, width - size),
              bottom = std::clamp(y - size / 2, 0, height - size);
    const int half = static_cast<int>(std::lround(lens.size / 2));
    const Copy copy(left, bottom, size, size);
    const GLboolean clipped = glIsEnabled(GL_SCISSOR_TEST);
    glDisable(GL_SCISSOR_TEST);
    glBlitFramebuffer(0, 0, size, size, x - half, y - half, x + half, y + half, GL_COLOR_BUFFER_BIT,
                      GL_LINEAR);
    if (clipped) glEnable(GL_SCISSOR_TEST);
}

Image read_framebuffer(int width, int height) {
    Image image{width, height, {}};
    // RGBA is readable from any framebuffer, including in ES 3.0; rows come bottom up.
    const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    std::vector<std::uint8_t> rgba(4 * pixels);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    image.rgb.resize(3 * pixels);
    auto to = image.rgb.begin();
    for (std::ptrdiff_t y = height - 1; y >= 0; --y) {
        const std::uint8_t* const row = rgba.data() + 4 * y * width;
        for (std::ptrdiff_t x = 0; x < width; ++x)
            to = std::copy_n(row + 4 * x, 3, to);
    }
    return image;
}

void write_png(const std::filesystem::path& file, const Image& image) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                                   static_cast<std::size_t>(size));
    };
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(),
                                3 * image.width))
        throw std::bad_alloc(); // its only failure
    base::write_whole_file(file, bytes);
}

} // namespace render
