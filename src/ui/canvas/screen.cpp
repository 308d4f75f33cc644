#include "ui/canvas/screen.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cfloat>
#include <new>
#include <string>

namespace ui {

namespace {

/// The clipboard for fields of one line: ImGui would drop the line ends and join the words around them.
const char* clipboard_line(void* window) {
    static std::string line;
    const char* text = glfwGetClipboardString(static_cast<GLFWwindow*>(window));
    line = text ? text : "";
    std::ranges::replace(line, '\n', ' ');
    return line.c_str();
}

} // namespace

Screen::Screen(GLFWwindow* window) : window_(window), last_time_(glfwGetTime()) {
    int wide = 0, high = 0;
    glfwGetWindowSize(window, &wide, &high);
    width_ = static_cast<float>(wide);
    height_ = static_cast<float>(high);
    IMGUI_CHECKVERSION();
    // ImGui would continue with a null pointer; an exception ends in a message.
    ImGui::SetAllocatorFunctions([](std::size_t bytes, void*) { return ::operator new(bytes); },
                                 [](void* memory, void*) { ::operator delete(memory); });
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // no imgui.ini
#if IMGUI_VERSION_NUM >= 18700
    io.ConfigInputTrickleEventQueue = false; // our own queue separates presses
#endif
    io.ConfigInputTextCursorBlink = false;       // a blinking caret would force frames while nothing moves
    ImGui_ImplGlfw_InitForOpenGL(window, false); // events come through our own queue
    ImGui_ImplOpenGL3_Init("#version 330 core");
    io.GetClipboardTextFn = clipboard_line;
    io.ClipboardUserData = window;
}

Screen::~Screen() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

namespace {

/// Reports the modifiers held when the key was pressed; newer backends would report those held now.
void tell_modifiers([[maybe_unused]] const KeyChanged& e) {
#if IMGUI_VERSION_NUM >= 18900
    const auto tell = [&](ImGuiKey modifier, int left, int right, int bit) {
        const bool itself = e.key == left || e.key == right;
        ImGui::GetIO().AddKeyEvent(modifier, itself ? e.action != GLFW_RELEASE : (e.mods & bit) != 0);
    };
    tell(ImGuiMod_Ctrl, GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL, GLFW_MOD_CONTROL);
    tell(ImGuiMod_Shift, GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT, GLFW_MOD_SHIFT);
    tell(ImGuiMod_Alt, GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT, GLFW_MOD_ALT);
    tell(ImGuiMod_Super, GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER, GLFW_MOD_SUPER);
#endif
}

} // namespace

void Screen::feed(const Event& event) {
    struct Feeder {
        Screen& screen;

        void operator()(const MouseMoved& e) const {
            screen.mouse_x_ = e.x;
            screen.mouse_y_ = e.y;
        }
        void operator()(const MouseButton& e) const {
            screen.mouse_x_ = e.x;
            screen.mouse_y_ = e.y;
            if (e.button >= 0 && e.button < 5) screen.button_down_[e.button] = e.down;
            // Double clicks are decided by when the presses happened; ImGui only knows frame times.
            if (e.down) ImGui::GetIO().MouseDoubleClickTime = e.again ? FLT_MAX : -1;
        }
        void operator()(const MouseWheel& e) const {
            if (screen.control_held_)
                screen.zoom_wheel_ += e.dy;
            else
                ImGui_ImplGlfw_ScrollCallback(screen.window_, e.dx, e.dy);
        }
        void operator()(const KeyChanged& e) const {
            if (e.key == GLFW_KEY_UNKNOWN) return;
            if (e.key == GLFW_KEY_LEFT_CONTROL || e.key == GLFW_KEY_RIGHT_CONTROL)
                screen.control_held_ = e.action != GLFW_RELEASE;
            // Tab cycles through our own controls (ui/focus); ImGui would only know its text fields.
            if (e.key != GLFW_KEY_TAB) {
                ImGui_ImplGlfw_KeyCallback(screen.window_, e.key, e.scancode, e.action, e.mods);
                tell_modifiers(e);
            }
            const int mods = e.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT | GLFW_MOD_SUPER);
            if (e.action != GLFW_RELEASE) screen.keys_.push_back({e.key, mods, e.action == GLFW_REPEAT});
        }
        void operator()(const Mark&) const { ++screen.marks_; }
        void operator()(const CharTyped& e) const { ImGui_ImplGlfw_CharCallback(screen.window_, e.letter); }
    };
    std::visit(Feeder{*this}, event);
}

namespace {

/// Only text fields and popups use ImGui's style; everything else paints itself.
void set_style(const Theme& theme) {
    using drawing::Role;
    ImGuiStyle& style = ImGui::GetStyle();
    const auto colour = [&](ImGuiCol which, Role role, float alpha = 1) {
        const drawing::Rgba c = theme[role];
        style.Colors[which] = ImVec4(c.r / 255.F, c.g / 255.F, c.b / 255.F, alpha);
    };
    style.WindowPadding = {0, 0};
    style.WindowBorderSize = 0;
    style.PopupRounding = theme.px(10);
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.ScrollbarSize = theme.px(9);
    style.ScrollbarRounding = theme.px(5);
    style.ItemSpacing = {0, 0};
    style.AntiAliasedLinesUseTex = false;
    colour(ImGuiCol_WindowBg, Role::background);
    colour(ImGuiCol_ChildBg, Role::card, 0);
    colour(ImGuiCol_PopupBg, Role::card);
    colour(ImGuiCol_Border, Role::hairline);
    colour(ImGuiCol_Text, Role::text);
    colour(ImGuiCol_ScrollbarBg, Role::card, 0);
    colour(ImGuiCol_ScrollbarGrab, Role::hairline);
    colour(ImGuiCol_ScrollbarGrabHovered, Role::masked);
    colour(ImGuiCol_ScrollbarGrabActive, Role::masked);
    colour(ImGuiCol_NavHighlight, Role::focus, 0);
}

} // namespace

/// Reports where the mouse was when the event happened, not where it is now.
void Screen::tell_mouse() const {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700 // input is queued and the last entry wins: ours follows the backend's
    io.AddMousePosEvent(mouse_x_, mouse_y_);
    for (int i = 0; i < 5; ++i)
        io.AddMouseButtonEvent(i, button_down_[i]);
#else
    io.MousePos = {mouse_x_, mouse_y_};
    for (int i = 0; i < 5; ++i)
        io.MouseDown[i] = button_down_[i];
#endif
}

void Screen::begin(const std::vector<Event>& events, bool fonts_changed, const Theme& theme) {
    if (fonts_changed) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
        last_.forget();
    }
    set_style(theme);
    keys_.clear();
    zoom_wheel_ = 0;
    for (const Event& event : events)
        feed(event);
    if (typing_) std::erase_if(keys_, [](const KeyPress& press) { return press.key != GLFW_KEY_TAB; });

    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    tell_mouse();
    ImGui::NewFrame();

    const ImGuiIO& io = ImGui::GetIO();
    const double now = glfwGetTime();
    seconds_ = now - last_time_;
    last_time_ = now;
    width_ = io.DisplaySize.x;
    height_ = io.DisplaySize.y;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::Begin("attention-lab", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse |
                     ImGuiWindowFlags_NoBackground);
}

void Screen::end() {
    ImGui::End();
    // ImGui asks for text input one frame too long after a field is left, and the next frame may be far off.
    typing_ = ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
    ImGui::Render();
}

bool Screen::changed() {
    return last_.changes_to(*ImGui::GetDrawData());
}

void Screen::paint(const Theme& theme) const {
    int pixels_wide = 0, pixels_high = 0;
    glfwGetFramebufferSize(window_, &pixels_wide, &pixels_high);
    const drawing::Rgba ground = theme[drawing::Role::background];
    glViewport(0, 0, pixels_wide, pixels_high);
    glClearColor(ground.r / 255.F, ground.g / 255.F, ground.b / 255.F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

} // namespace ui
