// The keys that work in every view.

#include "ui/shell.h"
#include "ui/widgets/popup.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

namespace ui {

void Shell::shortcuts(Ui& ui, ViewFrame& frame) {
    Actions& actions = frame.actions;
    if (keys_open_ || any_popup_open()) {
        if (ui.pressed(GLFW_KEY_SLASH, GLFW_MOD_SHIFT)) actions.ask(ToggleKeys{});
        return;
    }
    constexpr int control = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT;
    if (ui.pressed(GLFW_KEY_Z, control)) actions.ask(Undo{});
    if (ui.pressed(GLFW_KEY_Z, control | shift) || ui.pressed(GLFW_KEY_Y, control)) actions.ask(Redo{});
    if (ui.pressed(GLFW_KEY_O, control)) {
        if (options_.choose_file)
            options_.choose_file();
        else
            actions.ask(OpenFileCard{FilePurpose::open});
    }
    if (ui.pressed(GLFW_KEY_S, control)) actions.ask(SaveSession{});
    if (ui.pressed(GLFW_KEY_S, control | shift)) actions.ask(OpenFileCard{FilePurpose::save});
    if (ui.pressed(GLFW_KEY_C, control | shift)) actions.ask(CopyCode{});
    if (ui.pressed(GLFW_KEY_V, control))
        if (const char* pasted = ImGui::GetClipboardText(); pasted && *pasted) actions.ask(OpenCode{pasted});
    if (ui.pressed(GLFW_KEY_E, control)) actions.ask(OpenExport{});
    if (ui.pressed(GLFW_KEY_EQUAL, control) || ui.pressed(GLFW_KEY_EQUAL, control | shift) ||
        ui.pressed(GLFW_KEY_KP_ADD, control))
        actions.ask(SetZoom{next_zoom(ui.theme.zoom, 1)});
    if (ui.pressed(GLFW_KEY_MINUS, control) || ui.pressed(GLFW_KEY_KP_SUBTRACT, control))
        actions.ask(SetZoom{next_zoom(ui.theme.zoom, -1)});
    if (ui.pressed(GLFW_KEY_0, control)) actions.ask(SetZoom{1.0F});
    if (screen_.zoom_wheel() != 0)
        actions.ask(SetZoom{next_zoom(ui.theme.zoom, screen_.zoom_wheel() > 0 ? 1 : -1)});
    if (ui.pressed(GLFW_KEY_SLASH, shift) || ui.pressed(GLFW_KEY_F1)) actions.ask(ToggleKeys{});
    if (ui.pressed(GLFW_KEY_F5)) actions.ask(StartLecture{});
    if (ui.pressed(GLFW_KEY_F11)) actions.ask(FullScreen{});
    if (ui.pressed(GLFW_KEY_T)) {
        // Said, for who meant to type a word and has no field open.
        const bool dark = theme_.choice == ThemeChoice::dark;
        actions.ask(ToggleTheme{});
        actions.ask(Tell{texts_.text(dark ? "motion.light" : "motion.dark"), ""});
    }
    if (ui.pressed(GLFW_KEY_R)) actions.ask(ToggleMotion{});
    if (ui.pressed(GLFW_KEY_ESCAPE) && message_.open()) message_.close();
    if (tutor_.is_on_screen())
        if (const auto step = step_by_key(ui, *tutor_.running())) tutor_.ask({.go_to = step});
    desk_.view().keys(frame);
}

} // namespace ui
