// Text is typed into the browser's own text field, which lies over the canvas while it has the caret.

#include "ui/canvas/page.h"
#include "ui/widgets/text_field.h"

#include <imgui.h>

namespace ui {

using drawing::Role;

namespace {

std::string text_of_page() {
    std::string text(static_cast<std::size_t>(page_edit_text(nullptr, 0)), '\0');
    page_edit_text(text.data(), static_cast<int>(text.size()));
    text.pop_back(); // the 0 at its end
    return text;
}

/// 0xRRGGBB.
unsigned web_colour(drawing::Rgba c) {
    return static_cast<unsigned>(c.r) << 16U | static_cast<unsigned>(c.g) << 8U | c.b;
}

void place(const Ui& ui, const TextEntry& entry, const TextFieldStyle& style) {
    const bool mono = style.font == drawing::Font::mono || style.font == drawing::Font::mono_bold;
    const float padding = ui.px(8);
    page_edit_place(entry.rect.x + padding, entry.rect.y + ui.px(2), entry.rect.width - 2 * padding,
                    entry.rect.height - ui.px(4), ui.px(style.size), web_colour(ui[Role::text]),
                    mono ? 1 : 0);
}

} // namespace

TextEntered enter_text(Ui& ui, const TextEntry& entry, std::string& text, const TextFieldStyle& style) {
    ImGui::SetCursorScreenPos({entry.rect.x, entry.rect.y});
    ImGui::InvisibleButton(("##" + entry.name).c_str(), {entry.rect.width, entry.rect.height});
    TextEntered result;
    result.hovered = ImGui::IsItemHovered();
    const bool pressed = ImGui::IsItemActivated();
    if (!entry.was_editing && (entry.begin || pressed)) {
        page_edit_begin(text.c_str(), style.select_all ? 1 : 0);
        result.began = true;
        ui.motion.draw_again();
    } else if (!entry.was_editing) {
        if (text.empty() && !style.placeholder.empty())
            ui.canvas.text_within({entry.rect.x + ui.px(8), entry.rect.centre().y},
                                  entry.rect.width - ui.px(16), style.placeholder, style.font,
                                  entry.font.font->FontSize, ui[Role::quiet]);
        return result;
    }
    if (!entry.replacement.empty()) page_edit_set(entry.replacement.c_str());
    const std::string before = text;
    const int state = page_edit_state();
    text = text_of_page();
    result.active = state == page_edit_open;
    result.entered = state == page_edit_entered;
    result.cancelled = state == page_edit_cancelled;
    result.left = !result.active;
    result.left_after_edit = result.left && !result.cancelled;
    if (result.active) place(ui, entry, style);
    return result;
}

void leave_text(Ui&) {
    page_edit_end();
}

} // namespace ui
