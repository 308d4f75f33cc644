#include "app/window.h"

#include "app/system.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/rest.h"
#include "ui/canvas/events.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <mutex>
#include <string>
#include <vector>

namespace app {

// Monitors.

namespace {

/// The area that the two have in common.
long long shared(const Area& a, const Area& b) {
    const long long width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const long long height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    return std::max(width, 0LL) * std::max(height, 0LL);
}

} // namespace

std::size_t monitor_of(const Area& window, const std::vector<Area>& monitors) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < monitors.size(); ++i)
        if (shared(window, monitors[i]) > shared(window, monitors[best])) best = i;
    return best;
}

float scale_of_monitor(float system_scale, int pixels, int millimetres) {
    constexpr float usual = 96, dense = 180, largest = 3; // dots per inch, and a scale
    constexpr int believed = 100;                         // mm
    if (std::abs(system_scale - 1) > 0.01F || millimetres < believed) return system_scale;
    const float density = static_cast<float>(pixels) / (static_cast<float>(millimetres) / 25.4F);
    if (density < dense) return system_scale;
    return std::min(largest, std::floor(density / usual * 4 + 0.05F) / 4);
}

namespace {

/// Limits a size to the area that the screen has free for windows.
void limit_to_screen(int& width, int& height) {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return;
    int x = 0, y = 0, free_width = 0, free_height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &free_width, &free_height);
    if (free_width <= 0 || free_height <= 0) return;
    width = std::min(width, free_width);
    height = std::min(height, free_height);
}

std::vector<GLFWmonitor*> monitors() {
    int count = 0;
    GLFWmonitor** all = glfwGetMonitors(&count);
    return {all, all + count};
}

Area area_of(GLFWmonitor* monitor) {
    Area area;
    glfwGetMonitorPos(monitor, &area.x, &area.y);
    if (const GLFWvidmode* mode = glfwGetVideoMode(monitor)) {
        area.width = mode->width;
        area.height = mode->height;
    }
    return area;
}

Area area_of(GLFWwindow* window) {
    Area area;
    glfwGetWindowPos(window, &area.x, &area.y);
    glfwGetWindowSize(window, &area.width, &area.height);
    return area;
}

/// The monitor that the window is on; null when there is none.
GLFWmonitor* monitor_of(GLFWwindow* window) {
    const std::vector<GLFWmonitor*> all = monitors();
    std::vector<Area> areas;
    for (GLFWmonitor* monitor : all)
        areas.push_back(area_of(monitor));
    return all.empty() ? nullptr : all[monitor_of(area_of(window), areas)];
}

float scale_of([[maybe_unused]] GLFWmonitor* monitor, float system_scale) {
#ifdef _WIN32 // where 1 is the user's choice
    return system_scale;
#else
    int millimetres = 0, height = 0;
    if (monitor) glfwGetMonitorPhysicalSize(monitor, &millimetres, &height);
    return monitor ? scale_of_monitor(system_scale, area_of(monitor).width, millimetres) : system_scale;
#endif
}

/// What the system asks for before there is a window.
float first_system_scale() {
    float x = 1, y = 1;
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) glfwGetMonitorContentScale(monitor, &x, &y);
    return std::max({x, y, 0.5F});
}

/// The scale of the interface on the monitor that the window is on.
float scale_of(GLFWwindow* window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window, &x, &y);
    return std::max(0.5F, scale_of(monitor_of(window), std::max(x, y)));
}

} // namespace

// Waking and sleeping.

namespace {

volatile std::sig_atomic_t asked_to_end = 0;

/// A worker has finished something, which the next frame picks up.
std::atomic<bool> result_is_there = false;

/// Workers outlive the window, but must not wake it once GLFW is shutting down.
std::mutex waking;
bool can_be_woken = false; ///< guarded by `waking`

void let_wake(bool can) {
    const std::lock_guard lock(waking);
    can_be_woken = can;
}

/// When the window system was last polled: events received now happened since then. While waiting for events,
/// they are received at once.
double last_asked = 0;
bool waiting = false;

} // namespace

void Window::wake() {
    result_is_there = true;
    const std::lock_guard lock(waking);
    if (can_be_woken) glfwPostEmptyEvent();
}

void Window::sleep(double at_most) {
    waiting = true;
    glfwWaitEventsTimeout(at_most);
    waiting = false;
}

// Opening and closing.

namespace {

/// GLFW's last error, for the message.
std::string glfw_problem() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "no reason given";
}

/// On Linux the window belongs to X11, or to XWayland, where it may know its place and size; from version 3.4
/// on GLFW does so only if asked.
bool start_glfw() {
#ifdef GLFW_PLATFORM
    if (glfwPlatformSupported(GLFW_PLATFORM_X11)) {
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
        if (glfwInit()) return true;
        glfwInitHint(GLFW_PLATFORM, GLFW_ANY_PLATFORM);
    }
#endif
    return glfwInit();
}

} // namespace

Window::Window(int width, int height, bool visible, const char* title) {
    if (!start_glfw())
        throw base::InputError("display", "no window can be opened: " + glfw_problem(),
                               "start the program in a graphical session, or under xvfb-run");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    // Everything is painted back to front. A depth and stencil buffer would take 33 MB at 3840 × 2160.
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
    // Windows keeps even a hidden window within the screen if it has a frame.
    glfwWindowHint(GLFW_DECORATED, visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE); // a full screen stays when another monitor is clicked
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab"); // GLFW ignores either without the other
    if (visible) {
        // GLFW does this for the scale that the system asks for, but not for one that the monitor calls for.
        const float scale = scale_of(glfwGetPrimaryMonitor(), first_system_scale());
        const float larger = scale / first_system_scale();
        width = static_cast<int>(static_cast<float>(width) * larger);
        height = static_cast<int>(static_cast<float>(height) * larger);
        limit_to_screen(width, height);
    }
    window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
    if (!window_) {
        const std::string reason = glfw_problem();
        glfwTerminate();
        throw base::InputError(
            "graphics", "OpenGL 3.3 is not available: " + reason,
            "update the graphics driver, or install Mesa's software driver (libgl1-mesa-dri)");
    }
    glfwMakeContextCurrent(window_);
    if (!gladLoadGL(glfwGetProcAddress))
        throw base::InputError("graphics", "the OpenGL functions cannot be loaded",
                               "update the graphics driver");
    glfwSwapInterval(visible ? 1 : 0);
    let_wake(true);
    if (!visible) return;
    // On a high-density monitor the window gets more pixels than requested.
    int least_width = 640, least_height = 400;
    glfwGetWindowSize(window_, &width, &height);
    limit_to_screen(width, height);
    limit_to_screen(least_width, least_height);
    glfwSetWindowSize(window_, width, height);
    glfwSetWindowSizeLimits(window_, least_width, least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
}

Window::~Window() {
    let_wake(false);
    if (window_) glfwDestroyWindow(window_);
    glfwTerminate();
}

float Window::content_scale() const {
    return scale_of(window_);
}

// Input and frames.

namespace {

/// The pointer's position in its last event, which is where a press that follows happens. Asking GLFW during
/// the press would give its current position instead.
ui::MouseMoved pointer{-1, -1};
ui::DoubleClick double_click;

Window::Connected& connected(GLFWwindow* window) {
    return *static_cast<Window::Connected*>(glfwGetWindowUserPointer(window));
}

void push(GLFWwindow* window, const ui::Event& event) {
    connected(window).shell.push(event);
    connected(window).frames.expect();
}

void take_scale(GLFWwindow* window) {
    connected(window).shell.set_content_scale(scale_of(window));
    connected(window).frames.expect();
}

} // namespace

void Window::connect(Connected& connection) {
    glfwSetWindowUserPointer(window_, &connection);
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
        pointer = {static_cast<float>(x), static_cast<float>(y)};
        push(w, pointer);
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
        if (!entered) push(w, ui::MouseMoved{-1, -1});
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
        const double now = glfwGetTime();
        const bool down = action == GLFW_PRESS;
        const bool again =
            down && double_click.follows(button, pointer.x, pointer.y, waiting ? now : last_asked, now);
        const bool marks = button == GLFW_MOUSE_BUTTON_6 || button == GLFW_MOUSE_BUTTON_5;
        if (button == GLFW_MOUSE_BUTTON_5) connected(w).frames.ask_for_picture();
        if (!marks) {
            push(w, ui::MouseButton{button, down, pointer.x, pointer.y, again});
        } else if (down) {
            connected(w).shell.push(ui::Mark{});
            connected(w).frames.expect_one();
        }
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double dx, double dy) {
        push(w, ui::MouseWheel{static_cast<float>(dx), static_cast<float>(dy)});
    });
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        const char* name = glfwGetKeyName(key, scancode);
        push(w, ui::KeyChanged{key, scancode, action, mods, ui::key_by_name(key, name ? name : "", mods)});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned int letter) { push(w, ui::CharTyped{letter}); });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** files) {
        if (count > 0) connected(w).shell.open_file(base::path_from_utf8(files[0]));
        connected(w).frames.expect();
    });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { connected(w).frames.lose_picture(); });
    glfwSetFramebufferSizeCallback(window_,
                                   [](GLFWwindow* w, int, int) { connected(w).frames.lose_picture(); });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { connected(w).frames.expect(); });
    glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) { take_scale(w); });
    glfwSetWindowPosCallback(window_, [](GLFWwindow* w, int, int) { take_scale(w); });
}

void Window::run(ui::Shell& shell, bool paint_when_asked) {
    std::vector<int> endings{SIGINT, SIGTERM};
#ifdef SIGHUP
    endings.push_back(SIGHUP); // the terminal was closed
#endif
    for (int signal : endings)
        std::signal(signal, [](int) { asked_to_end = 1; });
    Connected connection{shell, ui::Frames(shell)};
    if (paint_when_asked) connection.frames.paint_when_asked();
    connect(connection);
    while (!glfwWindowShouldClose(window_) && !asked_to_end)
        step(connection);
}

void Window::step(Connected& connection) {
    ui::Shell& shell = connection.shell;
    if (shell.take_full_screen_request()) toggle_full_screen();
    if (!connection.frames.wanted()) {
        constexpr double longest = 0.25;
        sleep(std::min(longest, base::seconds_to_rest()));
        base::wake_rested();
    } else if (draw(connection) == ui::Frames::Built::same && shell.moving()) {
        sleep(1.0 / 60); // what plays without a new picture is not slowed down by the screen
    } else {
        glfwPollEvents();
    }
    shell.keep();
    last_asked = glfwGetTime();
    if (result_is_there.exchange(false)) connection.frames.expect();
}

ui::Frames::Built Window::draw(Connected& connection) {
    ui::Shell& shell = connection.shell;
    const bool first = !connection.frames.shown();
    const int cursor = glfwGetInputMode(window_, GLFW_CURSOR);
    const ui::Frames::Built built = connection.frames.build();
    if (glfwGetInputMode(window_, GLFW_CURSOR) != cursor) take_pointer(connection);
    if (built == ui::Frames::Built::unseen) return built;
    if (built == ui::Frames::Built::painted) glfwSwapBuffers(window_);
    if (first) {
        glFinish(); // so that startup is timed up to the finished frame
        shell.stats().started(milliseconds_since_start());
    }
    if (!shell.is_watched()) return built;
    // A round trip to the window system ensures that the frame, sent before it, has been presented.
    glfwGetWindowAttrib(window_, GLFW_VISIBLE);
    shell.presented();
    return built;
}

/// Where the pointer is now. GLFW looks there itself when the cursor is hidden or shown, and then withholds
/// the event of the movement that led there.
void Window::take_pointer(Connected& connection) {
    if (!glfwGetWindowAttrib(window_, GLFW_HOVERED)) return;
    double x = 0, y = 0;
    glfwGetCursorPos(window_, &x, &y);
    const ui::MouseMoved now{static_cast<float>(x), static_cast<float>(y)};
    if (now.x == pointer.x && now.y == pointer.y) return;
    pointer = now;
    connection.shell.push(pointer);
    connection.frames.expect();
}

void Window::toggle_full_screen() {
    if (glfwGetWindowMonitor(window_)) {
        glfwSetWindowMonitor(window_, nullptr, restore_.x, restore_.y, restore_.width, restore_.height,
                             GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = monitor_of(window_);
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    restore_ = area_of(window_);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

} // namespace app
