#pragma once
// The part of a text field that takes the typing: ImGui's (text_entry_glfw.cpp), or the browser's own, with
// its input methods and phone keyboards (text_entry_web.cpp).

#include "ui/widgets/text_field.h"

namespace ui {

struct TextEntry {
    std::string name;
    drawing::Rect rect;
    SizedFont font;
    bool at_rest = false; ///< the field paints its text itself
    bool begin = false;   ///< takes the caret in this frame
    bool was_editing = false;
    std::string replacement = {}; ///< new text for the field being edited; empty: none
};

struct TextEntered {
    bool began = false, entered = false, left = false, cancelled = false, active = false, hovered = false;
    bool left_after_edit = false;
};

/// Draws the entry and applies what is typed to `text`, the field's text.
TextEntered enter_text(Ui& ui, const TextEntry& entry, std::string& text, const TextFieldStyle& style);
/// Takes the caret from the field that has it.
void leave_text(Ui& ui);

} // namespace ui
