#pragma once
// Where tests draw: a hidden window's context, and a framebuffer whose pixels can be read back.

#include "render/framebuffer.h"
#include "render/heat_map.h"

#define GLFW_INCLUDE_NONE // glad declares OpenGL
#include <GLFW/glfw3.h>
#include <doctest/doctest.h>
#include <glad/gl.h>

enum class Api { desktop, es };

/// A current context of OpenGL 3.3 core or OpenGL ES 3.0.
class Context {
public:
    explicit Context(Api api = Api::desktop) {
        // Initialised once and never terminated: a virtual display that loses its last client restarts, and
        // is gone while it does.
        static const int ready = glfwInit();
        REQUIRE(ready);
        glfwDefaultWindowHints();
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_CLIENT_API, api == Api::es ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, api == Api::es ? 0 : 3);
        if (api == Api::desktop) glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        window_ = glfwCreateWindow(64, 64, "tests", nullptr, nullptr);
        REQUIRE(window_);
        glfwMakeContextCurrent(window_);
        REQUIRE(gladLoadGL(glfwGetProcAddress));
        // Desktop OpenGL has samplers from 3.3 on, ES from 3.0 on; given version 3.0, glad does not load
        // them.
        glad_glBindSampler = reinterpret_cast<PFNGLBINDSAMPLERPROC>(glfwGetProcAddress("glBindSampler"));
    }
    ~Context() { glfwDestroyWindow(window_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

private:
    GLFWwindow* window_;
};

struct Pixel {
    int r, g, b;
    bool operator==(const Pixel&) const = default;
};

/// A framebuffer, white at first.
class Canvas {
public:
    Canvas(int width, int height) : width_(width), height_(height) {
        glGenFramebuffers(1, &framebuffer_);
        glGenTextures(1, &texture_);
        glBindTexture(GL_TEXTURE_2D, texture_);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
        REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
        clear();
    }
    ~Canvas() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &texture_);
    }
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    static void clear() {
        glClearColor(1, 1, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    render::PixelRect all() const { return {0, 0, static_cast<float>(width_), static_cast<float>(height_)}; }
    int width() const { return width_; }
    int height() const { return height_; }
    void read() { image_ = render::read_framebuffer(width_, height_); }
    /// A pixel as last read, counted from the top left.
    Pixel at(int x, int y) const {
        const auto i = static_cast<std::size_t>(3 * (y * width_ + x));
        return {image_.rgb[i], image_.rgb[i + 1], image_.rgb[i + 2]};
    }

private:
    int width_, height_;
    unsigned framebuffer_ = 0, texture_ = 0;
    render::Image image_;
};
