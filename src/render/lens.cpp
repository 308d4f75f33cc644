#include "render/lens.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

namespace render {

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

} // namespace render
