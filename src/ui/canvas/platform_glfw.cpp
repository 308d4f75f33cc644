// The desktop: GLFW and its ImGui backend.

#include "ui/canvas/fonts.h"
#include "ui/canvas/high_letters.h"
#include "ui/canvas/screen.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <string>

namespace ui {

namespace {

/// The clipboard for single-line fields: ImGui would drop line ends and join the words around them, and lose
/// the letters that it cannot hold.
const char* clipboard_line(void* window) {
    static std::string line;
    const char* text = glfwGetClipboardString(static_cast<GLFWwindow*>(window));
    line = text ? with_stand_ins(text) : "";
    std::ranges::replace(line, '\n', ' ');
    return line.c_str();
}

void copy(void* window, const char* text) {
    glfwSetClipboardString(static_cast<GLFWwindow*>(window), without_stand_ins(text).c_str());
}

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

Host::Host(GLFWwindow* window) : window_(window) {
    ImGui_ImplGlfw_InitForOpenGL(window, false); // events come through our own queue
    ImGuiIO& io = ImGui::GetIO();
    io.GetClipboardTextFn = clipboard_line;
    io.SetClipboardTextFn = copy;
    io.ClipboardUserData = window;
}

Host::~Host() {
    ImGui_ImplGlfw_Shutdown();
}

Host::Size Host::size() const {
    Size size;
    glfwGetWindowSize(window_, &size.width, &size.height);
    return size;
}

Host::Size Host::pixels() const {
    Size size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    return size;
}

double Host::seconds() const {
    return glfwGetTime();
}

void Host::begin_frame() {
    ImGui_ImplGlfw_NewFrame();
}

void Host::wheel(const MouseWheel& e) {
    ImGui_ImplGlfw_ScrollCallback(window_, e.dx, e.dy);
}

void Host::key(const KeyChanged& e) {
#if IMGUI_VERSION_NUM >= 18700 // looks up the key's name itself
    const int key = e.key;
#else
    const int key = e.meant && e.meant->key != GLFW_KEY_UNKNOWN ? e.meant->key : e.key;
#endif
    ImGui_ImplGlfw_KeyCallback(window_, key, e.scancode, e.action, e.mods);
    tell_modifiers(e);
}

void Host::letter(const CharTyped& e) {
    ImGui_ImplGlfw_CharCallback(window_, static_cast<unsigned>(stand_in_for(e.letter)));
}

bool Host::typing() const {
    // After a field is left, ImGui asks for text input one frame too long, and the next frame may be far off.
    return ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
}

std::unique_ptr<Face> open_face(const drawing::FaceFile& file, const std::string& hint) {
    return face_in(file, hint);
}

} // namespace ui
