#include "app/window.h"

#include "app/start_time.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace app {
namespace {

volatile std::sig_atomic_t asked_to_end = 0;

/// GLFW's last error, for the message.
std::string glfw_problem() {
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "no reason given";
}

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

ui::Shell& shell_of(GLFWwindow* window) {
    return *static_cast<ui::Shell*>(glfwGetWindowUserPointer(window));
}

/// Frames built after an event, until the interface has settled.
constexpr int frames_after_event = 2;
int frames_due = frames_after_event;

/// Frames in a row that may go unseen while the interface settles; then one is painted as it is.
constexpr int most_unseen = 3;

/// What the window showed is lost: the next frame is painted, even if nothing has changed.
bool lost_picture = true;

/// A worker has finished something, which the next frame picks up.
std::atomic<bool> result_is_there = false;

/// Workers outlive the window, but must not wake it once GLFW is shutting down.
std::mutex waking;
bool can_be_woken = false; ///< guarded by `waking`

void let_wake(bool can) {
    const std::lock_guard lock(waking);
    can_be_woken = can;
}

/// The pointer's position in its last event, which is where a press that follows happens. Asking GLFW during
/// the press would give its current position instead.
ui::MouseMoved pointer{-1, -1};

/// When the window system was last polled: events received now happened since then. While waiting for events,
/// they are received at once.
double last_asked = 0;
bool waiting = false;
ui::DoubleClick double_click;

void push(GLFWwindow* window, const ui::Event& event) {
    shell_of(window).push(event);
    frames_due = frames_after_event;
}

} // namespace

void Window::wake() {
    result_is_there = true;
    const std::lock_guard lock(waking);
    if (can_be_woken) glfwPostEmptyEvent();
}

void Window::sleep() {
    // A signal does not wake GLFW; checking a few times a second has no measurable cost.
    waiting = true;
    glfwWaitEventsTimeout(0.25);
    waiting = false;
}

Window::Window(int width, int height, bool visible) {
    if (!glfwInit())
        throw base::InputError("display", "no window can be opened: " + glfw_problem(),
                               "start the program in a graphical session, or under xvfb-run");
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "attention-lab");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "attention-lab"); // GLFW ignores either without the other
    if (visible) limit_to_screen(width, height);
    window_ = glfwCreateWindow(width, height, "Attention Lab", nullptr, nullptr);
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
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_, &x, &y);
    return std::max(0.5F, std::max(x, y));
}

void Window::connect(ui::Shell& shell) {
    glfwSetWindowUserPointer(window_, &shell);
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
        if (button != GLFW_MOUSE_BUTTON_6) {
            push(w, ui::MouseButton{button, down, pointer.x, pointer.y, again});
        } else if (down) {
            shell_of(w).push(ui::Mark{});
            frames_due = std::max(frames_due, 1);
        }
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* w, double dx, double dy) {
        push(w, ui::MouseWheel{static_cast<float>(dx), static_cast<float>(dy)});
    });
    glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        push(w, ui::KeyChanged{key, scancode, action, mods});
    });
    glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned int letter) { push(w, ui::CharTyped{letter}); });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** files) {
        if (count > 0) shell_of(w).open_file(files[0]);
        frames_due = frames_after_event;
    });
    glfwSetWindowRefreshCallback(window_,
                                 [](GLFWwindow*) { lost_picture = true, frames_due = frames_after_event; });
    glfwSetFramebufferSizeCallback(window_, [](GLFWwindow*, int, int) {
        lost_picture = true;
        frames_due = frames_after_event;
    });
    glfwSetWindowFocusCallback(window_, [](GLFWwindow*, int) { frames_due = frames_after_event; });
    glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float x, float y) {
        shell_of(w).set_content_scale(std::max(x, y));
        frames_due = frames_after_event;
    });
}

void Window::run(ui::Shell& shell) {
    std::vector<int> endings{SIGINT, SIGTERM};
#ifdef SIGHUP
    endings.push_back(SIGHUP); // the terminal was closed
#endif
    for (int signal : endings)
        std::signal(signal, [](int) { asked_to_end = 1; });
    while (!glfwWindowShouldClose(window_) && !asked_to_end)
        step(shell);
}

void Window::step(ui::Shell& shell) {
    if (shell.take_full_screen_request()) toggle_full_screen();
    if (frames_due > 0 || shell.moving() || shell.settling()) {
        frames_due = std::max(0, frames_due - 1);
        draw(shell);
        glfwPollEvents();
    } else {
        sleep();
    }
    shell.keep();
    last_asked = glfwGetTime();
    if (result_is_there.exchange(false)) frames_due = frames_after_event;
}

void Window::draw(ui::Shell& shell) {
    shell.build();
    const bool settled = frames_due == 0 && !shell.settling();
    if (shown_ && !settled && !shell.moving() && ++unseen_ <= most_unseen) return;
    unseen_ = 0;
    show(shell);
}

void Window::show(ui::Shell& shell) {
    if (shell.paint(std::exchange(lost_picture, false))) glfwSwapBuffers(window_);
    if (!std::exchange(shown_, true)) {
        glFinish(); // so that startup is timed up to the finished frame
        shell.stats().started(milliseconds_since_start());
    }
    if (!shell.is_watched()) return;
    // A round trip to the window system ensures that the frame, sent before it, has been presented.
    glfwGetWindowAttrib(window_, GLFW_VISIBLE);
    shell.presented();
}

void Window::toggle_full_screen() {
    if (glfwGetWindowMonitor(window_)) {
        glfwSetWindowMonitor(window_, nullptr, restore_.x, restore_.y, restore_.width, restore_.height,
                             GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    glfwGetWindowPos(window_, &restore_.x, &restore_.y);
    glfwGetWindowSize(window_, &restore_.width, &restore_.height);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

} // namespace app
