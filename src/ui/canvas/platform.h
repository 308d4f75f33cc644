#pragma once
// What Dear ImGui needs from the window system: sizes, time, input, the clipboard. Each platform has its own
// implementation: platform_glfw.cpp, platform_web.cpp.

#include "ui/canvas/events.h"

struct GLFWwindow;

namespace ui {

class Host {
public:
    /// Requires an ImGui context. `window` is null in a browser, where the page is the window.
    explicit Host(GLFWwindow* window);
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    struct Size {
        int width = 0, height = 0;
    };
    Size size() const;      ///< of the window, in the units of mouse positions
    Size pixels() const;    ///< of the painted area
    double seconds() const; ///< since an arbitrary moment

    /// Passes the window size and the time of the new frame to ImGui.
    void begin_frame();
    void wheel(const MouseWheel& event);
    void key(const KeyChanged& event);
    void letter(const CharTyped& event);
    /// At the end of a frame: whether a text field has the caret and receives the keys.
    bool typing() const;

private:
    [[maybe_unused]] GLFWwindow* window_;
    [[maybe_unused]] double last_frame_ = 0; // each platform needs one of the two
};

} // namespace ui
