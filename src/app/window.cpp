#include "app/window.h"

#include "workbench/session.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <vector>

#ifdef __linux__
#include <ctime>
#include <unistd.h>
#endif

namespace app {
namespace {

volatile std::sig_atomic_t asked_to_end = 0;

const auto main_started = std::chrono::steady_clock::now();

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

void wake() {
    result_is_there = true;
    const std::lock_guard lock(waking);
    if (can_be_woken) glfwPostEmptyEvent();
}

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

/// True if there is a session to read. If not, or for a dangling link, one will be written there.
bool is_there(const std::filesystem::path& session) {
    std::error_code unknown;
    const auto type = std::filesystem::status(session, unknown).type();
    return !session.empty() && type != std::filesystem::file_type::not_found;
}

void push(GLFWwindow* window, const ui::Event& event) {
    shell_of(window).push(event);
    frames_due = frames_after_event;
}

} // namespace

double milliseconds_since_start() {
#ifdef __linux__
    // Field 22 of /proc/self/stat: when the process started, in clock ticks since boot.
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    if (const auto name_end = line.rfind(')'); name_end != std::string::npos) {
        std::istringstream fields(line.substr(name_end + 2));
        std::string field;
        for (int i = 3; i <= 22; ++i)
            fields >> field;
        timespec now{};
        if (fields && clock_gettime(CLOCK_BOOTTIME, &now) == 0) {
            const double began = std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
            return (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - began) * 1e3;
        }
    }
#endif
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - main_started).count();
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
        push(w, ui::MouseButton{button, down, pointer.x, pointer.y, again});
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
    bool first = true;
    int unseen = 0;
    while (!glfwWindowShouldClose(window_) && !asked_to_end) {
        if (shell.take_full_screen_request()) toggle_full_screen();
        if (frames_due > 0 || shell.moving() || shell.settling()) {
            frames_due = std::max(0, frames_due - 1);
            shell.build();
            const bool settled = frames_due == 0 && !shell.settling();
            if (first || settled || shell.moving() || ++unseen > most_unseen) {
                show(shell);
                unseen = 0;
            }
            if (first) {
                glFinish(); // so that startup is timed up to the finished frame
                shell.stats().started(milliseconds_since_start());
                first = false;
            }
            glfwPollEvents();
        } else {
            // A signal does not wake GLFW; checking a few times a second has no measurable cost.
            waiting = true;
            glfwWaitEventsTimeout(0.25);
            waiting = false;
        }
        shell.keep();
        last_asked = glfwGetTime();
        if (result_is_there.exchange(false)) frames_due = frames_after_event;
    }
}

void Window::show(ui::Shell& shell) {
    if (std::exchange(lost_picture, false) || shell.looks_different()) {
        shell.paint();
        glfwSwapBuffers(window_);
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

namespace {

/// Without any options the program opens at the Start page.
std::string first_view(const WindowOptions& options) {
    if (!options.view.empty()) return options.view;
    return options.text.empty() && options.stage.empty() ? "start" : "walkthrough";
}

} // namespace

int run_window(const WindowOptions& options) {
    const DataFolders folders = data_folders();
    workbench::Workbench bench(workbench::load_library(folders.assets));
    std::optional<workbench::Session> session;
    if (is_there(options.session)) session = workbench::read_session(options.session);
    if (!options.text.empty()) {
        const auto& base = session ? *session->first.document : bench.document();
        auto typed = workbench::apply(base, workbench::SetText{options.text, {}}, bench.library());
        if (session)
            session->first.document = std::make_shared<const workbench::Document>(std::move(typed));
        else
            bench.open(std::move(typed));
    }

    Window window(options.width, options.height, true);
    ui::ShellOptions shell_options;
    shell_options.shaders = folders.shaders;
    shell_options.assets = folders.assets;
    shell_options.anchors = options.anchors;
    shell_options.exports = export_folder();
    shell_options.settings = settings_file();
    shell_options.state = state_folder();
    if (!options.theme.empty())
        shell_options.theme = options.theme == "dark" ? ui::ThemeChoice::dark : ui::ThemeChoice::light;
    shell_options.reduce_motion = options.reduce_motion;
    shell_options.content_scale = window.content_scale();
    shell_options.on_result = wake;
    ui::Shell shell(window.handle(), bench, shell_options);
    shell.open(first_view(options), options.stage);
    shell.begin(session ? &*session : nullptr, options.session);
    if (!options.view.empty() || !options.stage.empty()) shell.open(first_view(options), options.stage);
    window.connect(shell);
    window.run(shell);
    shell.finish();
    if (!options.frame_stats.empty()) shell.stats().write(options.frame_stats);
    return 0;
}

} // namespace app
