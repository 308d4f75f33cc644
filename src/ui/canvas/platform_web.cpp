// The browser: the page's canvas is the window, and the page also paints glyphs from the browser's own fonts.

#include "drawing/shapes/fonts.h"
#include "ui/canvas/fonts.h"
#include "ui/canvas/page.h"
#include "ui/canvas/screen.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <emscripten/html5.h>
#include <imgui.h>
#include <string>

namespace ui {

namespace {

constexpr const char* canvas = "#canvas";

/// The last paste, as a single line.
const char* clipboard_line(void*) {
    static std::string line;
    line.resize(static_cast<std::size_t>(page_pasted(nullptr, 0)));
    page_pasted(line.data(), static_cast<int>(line.size()));
    std::ranges::replace(line, '\n', ' ');
    return line.c_str();
}

void copy(void*, const char* text) {
    page_copy(text);
}

/// The keys that ImGui's widgets need: text is edited in the browser's field, which leaves only scrolling.
ImGuiKey imgui_key(int key) {
    switch (key) {
    case GLFW_KEY_ESCAPE:
        return ImGuiKey_Escape;
    case GLFW_KEY_ENTER:
        return ImGuiKey_Enter;
    case GLFW_KEY_LEFT:
        return ImGuiKey_LeftArrow;
    case GLFW_KEY_RIGHT:
        return ImGuiKey_RightArrow;
    case GLFW_KEY_UP:
        return ImGuiKey_UpArrow;
    case GLFW_KEY_DOWN:
        return ImGuiKey_DownArrow;
    case GLFW_KEY_PAGE_UP:
        return ImGuiKey_PageUp;
    case GLFW_KEY_PAGE_DOWN:
        return ImGuiKey_PageDown;
    default:
        return ImGuiKey_None;
    }
}

/// The CSS name.
const char* cursor_name(ImGuiMouseCursor cursor) {
    switch (cursor) {
    case ImGuiMouseCursor_Hand:
        return "pointer";
    case ImGuiMouseCursor_TextInput:
        return "text";
    case ImGuiMouseCursor_ResizeAll:
        return "move";
    case ImGuiMouseCursor_ResizeNS:
        return "ns-resize";
    case ImGuiMouseCursor_ResizeEW:
        return "ew-resize";
    case ImGuiMouseCursor_NotAllowed:
        return "not-allowed";
    default:
        return "default";
    }
}

} // namespace

Host::Host(GLFWwindow* window) : window_(window) {
    ImGuiIO& io = ImGui::GetIO();
    io.BackendPlatformName = "web page";
    io.GetClipboardTextFn = clipboard_line;
    io.SetClipboardTextFn = copy;
}

Host::~Host() = default;

Host::Size Host::size() const {
    return pixels();
}

Host::Size Host::pixels() const {
    Size size;
    emscripten_get_canvas_element_size(canvas, &size.width, &size.height);
    return size;
}

double Host::seconds() const {
    return emscripten_get_now() / 1e3;
}

void Host::begin_frame() {
    ImGuiIO& io = ImGui::GetIO();
    const Size now = size();
    io.DisplaySize = {static_cast<float>(now.width), static_cast<float>(now.height)};
    io.DisplayFramebufferScale = {1, 1};
    const double time = seconds();
    constexpr double first = 1.0 / 60, shortest = 1e-4; // ImGui refuses 0
    io.DeltaTime = static_cast<float>(last_frame_ > 0 ? std::max(time - last_frame_, shortest) : first);
    last_frame_ = time;
    page_show_cursor(cursor_name(ImGui::GetMouseCursor()));
}

void Host::wheel(const MouseWheel& e) {
    ImGui::GetIO().AddMouseWheelEvent(e.dx, e.dy);
}

void Host::key(const KeyChanged& e) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, (e.mods & GLFW_MOD_CONTROL) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (e.mods & GLFW_MOD_SHIFT) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (e.mods & GLFW_MOD_ALT) != 0);
    io.AddKeyEvent(ImGuiMod_Super, (e.mods & GLFW_MOD_SUPER) != 0);
    if (const ImGuiKey key = imgui_key(e.key); key != ImGuiKey_None)
        io.AddKeyEvent(key, e.action != GLFW_RELEASE);
}

void Host::letter(const CharTyped& e) {
    ImGui::GetIO().AddInputCharacter(e.letter);
}

bool Host::typing() const {
    page_edit_frame();
    return page_edit_state() == page_edit_open;
}

// The browser's fonts, which are not files.

namespace {

class PageFace : public Face {
public:
    bool has(char32_t letter) const override { return page_has_letter(letter) != 0; }
    float em(float line) const override { return line / usual_line; }
    LetterPicture picture(char32_t letter, float em) const override {
        PageLetter size = {};
        page_paint_letter(letter, em, &size);
        LetterPicture picture{size.width, size.height, {}, size.left, size.above, size.advance};
        picture.cover.resize(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
        page_take_letter(picture.cover.data());
        return picture;
    }

private:
    static constexpr float usual_line = 1.2F; ///< in ems
};

} // namespace

std::unique_ptr<Face> open_face(const drawing::FaceFile& file, const std::string& hint) {
    if (file.path == drawing::page_fonts) return std::make_unique<PageFace>();
    return face_in(file, hint);
}

} // namespace ui
