// The keys that work in every view.

#include "ui/shell.h"
#include "ui/widgets/popup.h"

#include <GLFW/glfw3.h>

namespace ui {

void Shell::shortcuts(Ui& ui, ViewFrame& frame) {
    Actions& actions = frame.actions;
    if (keys_open_ || any_popup_open()) {
        if (ui.pressed(GLFW_KEY_SLASH, GLFW_MOD_SHIFT)) actions.toggle_keys = true;
        return;
    }
    constexpr int control = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT;
    if (ui.pressed(GLFW_KEY_Z, control)) actions.undo = true;
    if (ui.pressed(GLFW_KEY_Z, control | shift) || ui.pressed(GLFW_KEY_Y, control)) actions.redo = true;
    if (ui.pressed(GLFW_KEY_O, control)) {
        if (options_.choose_file)
            options_.choose_file();
        else
            actions.files = FilePurpose::open;
    }
    if (ui.pressed(GLFW_KEY_S, control)) actions.save_session = true;
    if (ui.pressed(GLFW_KEY_S, control | shift)) actions.files = FilePurpose::save;
    if (ui.pressed(GLFW_KEY_C, control | shift)) actions.copy_code = true;
    if (ui.pressed(GLFW_KEY_V, control)) paste_code();
    if (ui.pressed(GLFW_KEY_E, control)) actions.open_export = true;
    if (ui.pressed(GLFW_KEY_EQUAL, control) || ui.pressed(GLFW_KEY_EQUAL, control | shift) ||
        ui.pressed(GLFW_KEY_KP_ADD, control))
        actions.zoom = next_zoom(ui.theme.zoom, 1);
    if (ui.pressed(GLFW_KEY_MINUS, control) || ui.pressed(GLFW_KEY_KP_SUBTRACT, control))
        actions.zoom = next_zoom(ui.theme.zoom, -1);
    if (ui.pressed(GLFW_KEY_0, control)) actions.zoom = 1.0F;
    if (screen_.zoom_wheel() != 0) actions.zoom = next_zoom(ui.theme.zoom, screen_.zoom_wheel() > 0 ? 1 : -1);
    if (ui.pressed(GLFW_KEY_SLASH, shift) || ui.pressed(GLFW_KEY_F1)) actions.toggle_keys = true;
    if (ui.pressed(GLFW_KEY_F5)) actions.lecture = true;
    if (ui.pressed(GLFW_KEY_F11)) actions.full_screen = true;
    if (ui.pressed(GLFW_KEY_T)) {
        // Said, for who meant to type a word and has no field open.
        const bool dark = theme_.choice == ThemeChoice::dark;
        actions.toggle_theme = true;
        actions.tell = {texts_.text(dark ? "motion.light" : "motion.dark"), ""};
    }
    if (ui.pressed(GLFW_KEY_R)) actions.toggle_motion = true;
    if (ui.pressed(GLFW_KEY_ESCAPE) && message_.open()) message_.close();
    if (lesson_is_on_screen())
        if (const auto step = step_by_key(ui, *lessons_.running())) lesson_wish_.go_to = step;
    view().keys(frame);
}

} // namespace ui
