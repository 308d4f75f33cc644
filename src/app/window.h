#pragma once
// Which monitor a window is on, and how large things are drawn there.

#include "ui/frames.h"

#include <cstddef>
#include <vector>

struct GLFWwindow;

namespace app {

/// A rectangle of the desktop, in its units.
struct Area {
    int x = 0, y = 0, width = 0, height = 0;
};

/// The index of the monitor that holds most of the window; of several that hold as much the first, which is
/// the primary one; 0 where none holds any of it.
std::size_t monitor_of(const Area& window, const std::vector<Area>& monitors);

/// The scale of the interface on a monitor. `system_scale`: what the system asks for. Where it asks for
/// nothing (1), the density of the pixels decides, if that is certain: `pixels` over `millimetres`, both of
/// the width. One of at least 180 to the inch is drawn larger, in quarters, up to 3; screens of less than 100
/// mm are not believed: what projectors report is unreliable.
float scale_of_monitor(float system_scale, int pixels, int millimetres);

// The window and its main loop, which draws a frame when something has happened and sleeps otherwise.

/// A GLFW window with a current OpenGL 3.3 core context. Throws InputError if there is no display or no
/// OpenGL 3.3.
class Window {
public:
    Window(int width, int height, bool visible);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }
    /// The scale of the monitor that the window is on: 2 where there are twice the usual pixels to the inch.
    float content_scale() const;
    /// Shows the shell and forwards user input to it, until the window is closed or the process receives a
    /// signal to end. With `paint_when_asked` a frame is painted only when mouse button 5 is pressed.
    void run(ui::Shell& shell, bool paint_when_asked = false);
    /// From any thread: a worker has something new, which the next frame picks up.
    static void wake();
    /// Waits until something happens: an event, a worker's result; a quarter of a second at most. (A signal
    /// does not wake GLFW; looking for one a few times a second has no measurable cost.)
    static void sleep(double at_most = 0.25);

    /// What the window's callbacks work with.
    struct Connected {
        ui::Shell& shell;
        ui::Frames frames;
    };

private:
    void connect(Connected& connection);
    /// Draws the next frame, if one is due, else waits for something to happen.
    void step(Connected& connection);
    /// Builds a frame, and brings it onto the screen unless another follows at once.
    ui::Frames::Built draw(Connected& connection);
    void take_pointer(Connected& connection);
    void toggle_full_screen();

    GLFWwindow* window_ = nullptr;
    Area restore_; ///< where the window was before full screen
};

} // namespace app
