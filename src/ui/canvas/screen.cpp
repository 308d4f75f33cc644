#include "ui/canvas/screen.h"

#include "render/shader.h"

#include <glad/gl.h> // before GLFW

#include <GLFW/glfw3.h>
#include <cfloat>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <new>
#include <span>

namespace ui {

namespace {

void append(std::vector<char>& all, std::span<const std::byte> bytes) {
    const auto* first = reinterpret_cast<const char*>(bytes.data());
    all.insert(all.end(), first, first + bytes.size());
}

template <typename Number>
void append(std::vector<char>& all, const Number& number) {
    append(all, std::as_bytes(std::span(&number, 1)));
}

template <typename Item>
void append(std::vector<char>& all, const ImVector<Item>& items) {
    append(all, items.Size);
    append(all, std::as_bytes(std::span(items.Data, static_cast<std::size_t>(items.Size))));
}

/// Everything that decides what the commands paint, except the data of callbacks, which differs every time.
void append(std::vector<char>& all, const ImDrawList& list) {
    append(all, list.VtxBuffer);
    append(all, list.IdxBuffer);
    for (const ImDrawCmd& command : list.CmdBuffer) {
        append(all, command.ClipRect);
        append(all, command.TextureId);
        append(all, command.VtxOffset);
        append(all, command.IdxOffset);
        append(all, command.ElemCount);
        append(all, command.UserCallback);
    }
}

} // namespace

bool LastPicture::changes_to(const ImDrawData& data) {
    next_.clear();
    append(next_, data.DisplaySize);
    append(next_, data.FramebufferScale);
    for (int i = 0; i < data.CmdListsCount; ++i)
        append(next_, *data.CmdLists[i]);
    if (next_ == painted_) return false;
    painted_.swap(next_);
    return true;
}

Screen::Context::Context() {
    IMGUI_CHECKVERSION();
    // ImGui would continue with a null pointer; an exception ends in a message.
    ImGui::SetAllocatorFunctions([](std::size_t bytes, void*) { return ::operator new(bytes); },
                                 [](void* memory, void*) { ::operator delete(memory); });
    ImGui::CreateContext();
}

Screen::Context::~Context() {
    ImGui::DestroyContext();
}

Screen::Screen(GLFWwindow* window) : host_(window), last_time_(host_.seconds()) {
    const Host::Size size = host_.size();
    width_ = static_cast<float>(size.width);
    height_ = static_cast<float>(size.height);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // no imgui.ini
#if IMGUI_VERSION_NUM >= 18700
    io.ConfigInputTrickleEventQueue = false; // our own queue does that
#endif
    io.ConfigInputTextCursorBlink = false; // a blinking caret would force frames while nothing moves
    ImGui_ImplOpenGL3_Init(render::glsl_version());
}

Screen::~Screen() {
    ImGui_ImplOpenGL3_Shutdown();
}

void Screen::load_fonts() {
    if (has_graphics_) {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    } else { // uploads the atlas as well; left to NewFrame(), it would be a second time
        has_graphics_ = ImGui_ImplOpenGL3_CreateDeviceObjects();
    }
    ImGui::GetIO().Fonts->ClearTexData(); // no second copy in memory
    last_.forget();
}

void Screen::restore_graphics() {
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
    has_graphics_ = false;
    last_.forget();
}

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
                screen.host_.wheel(e);
        }
        void operator()(const KeyChanged& e) const {
            if (e.key == GLFW_KEY_UNKNOWN) return;
            if (e.key == GLFW_KEY_LEFT_CONTROL || e.key == GLFW_KEY_RIGHT_CONTROL)
                screen.control_held_ = e.action != GLFW_RELEASE;
            // Tab cycles through our own controls (Focus); ImGui would only know its text fields.
            if (e.key != GLFW_KEY_TAB) screen.host_.key(e);
            const KeyPress meant = e.meant.value_or(KeyPress{e.key, e.mods});
            if (e.action == GLFW_RELEASE || meant.key == GLFW_KEY_UNKNOWN) return;
            const int mods = meant.mods & (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT | GLFW_MOD_SUPER);
            screen.keys_.push_back({meant.key, mods, e.action == GLFW_REPEAT});
        }
        void operator()(const Mark&) const { ++screen.marks_; }
        void operator()(const CharTyped& e) const {
            screen.host_.letter(e);
            if (const auto press = key_of_sign(e.letter)) screen.keys_.push_back(*press);
        }
    };
    std::visit(Feeder{*this}, event);
}

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

void Screen::begin(const std::vector<Event>& events, bool fonts_changed, const Theme& theme) {
    if (fonts_changed) load_fonts();
    set_style(theme);
    keys_.clear();
    zoom_wheel_ = 0;
    for (const Event& event : events)
        feed(event);
    if (typing_) std::erase_if(keys_, [](const KeyPress& press) { return press.key != GLFW_KEY_TAB; });

    ImGui_ImplOpenGL3_NewFrame();
    host_.begin_frame();
    tell_mouse();
    ImGui::NewFrame();

    const ImGuiIO& io = ImGui::GetIO();
    const double now = host_.seconds();
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
    typing_ = host_.typing();
    ImGui::Render();
}

bool Screen::scroll(float x, float y, float dx, float dy) {
    // The window in front comes last.
    ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
    for (int i = windows.Size; i-- > 0;) {
        ImGuiWindow* window = windows[i];
        if (!window->WasActive || window->Hidden || !window->InnerRect.Contains({x, y})) continue;
        if (window->ScrollMax.x <= 0 && window->ScrollMax.y <= 0) continue;
        ImGui::SetScrollX(window, window->Scroll.x - dx);
        ImGui::SetScrollY(window, window->Scroll.y - dy);
        return true;
    }
    return false;
}

bool Screen::changed() {
    return last_.changes_to(*ImGui::GetDrawData());
}

void Screen::paint(const Theme& theme) const {
    const Host::Size pixels = host_.pixels();
    const drawing::Rgba ground = theme[drawing::Role::background];
    glViewport(0, 0, pixels.width, pixels.height);
    glClearColor(ground.r / 255.F, ground.g / 255.F, ground.b / 255.F, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

} // namespace ui
