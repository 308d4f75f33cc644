#include "render/capture.h"

#include "base/files.h"

#include <algorithm>
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
