#pragma once
// The window and its main loop, which draws a frame when something has happened and sleeps otherwise.

#include "ui/frames.h"

#include <cstddef>
#include <vector>

struct GLFWwindow;

namespace app {

// Which monitor a window is on, and how large things are drawn there.

/// A rectangle of the desktop, in its units.
struct Area {
    int x = 0, y = 0, width = 0, height = 0;
};

/// The index of the monitor that holds most of the window. Where several hold the same area it is the first
/// of them, and 0, the primary one, where none holds any.
std::size_t monitor_of(const Area& window, const std::vector<Area>& monitors);

/// The scale of the interface on a monitor. `system_scale`: what the system asks for. Where that is nothing
/// (1), the density decides: `pixels` over `millimetres`, both of the width. From 180 pixels per inch the
/// interface is drawn larger, in quarters, up to 3. Widths of less than 100 mm are not believed: what
/// projectors report is unreliable.
float scale_of_monitor(float system_scale, int pixels, int millimetres);

// The window.

/// A GLFW window with a current OpenGL 3.3 core context. Throws InputError if there is no display or no
/// OpenGL 3.3.
class Window {
public:
    Window(int width, int height, bool visible, const char* title = "Attention Lab");
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }
    /// The scale of the monitor that the window is on: 2 where an inch has twice the usual number of pixels.
    float content_scale() const;
    /// Shows the shell and forwards user input to it, until the window is closed or a signal asks the process
    /// to end. With `paint_when_asked` a frame is painted only when mouse button 5 is pressed.
    void run(ui::Shell& shell, bool paint_when_asked = false);
    /// Callable from any thread: a worker has something new, which the next frame picks up.
    static void wake();
    /// Waits until something happens: an event or a worker's result. (A signal does not wake GLFW; looking
    /// for one a few times a second has no measurable cost.)
    static void sleep(double at_most = 0.25);

    /// What the window's callbacks work with.
    struct Connected {
        ui::Shell& shell;
        ui::Frames frames;
    };

private:
    void connect(Connected& connection);
    /// Draws the next frame if one is due, and otherwise waits for something to happen.
    void step(Connected& connection);
    /// Builds a frame, and presents it unless another follows at once.
    ui::Frames::Built draw(Connected& connection);
    void take_pointer(Connected& connection);
    void toggle_full_screen();

    GLFWwindow* window_ = nullptr;
    Area restore_; ///< where the window was before full screen
};

} // namespace app
