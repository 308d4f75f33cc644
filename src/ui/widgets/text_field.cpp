#include "drawing/display_text.h"
#include "ui/widgets/controls.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

namespace ui {

using drawing::Rect;
using drawing::Role;

namespace {

/// The field's font with all letters that ImGui may draw in this frame, including those of keys just pressed.
SizedFont font_with(const Ui& ui, const TextFieldStyle& style, std::string text) {
    for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters)
        drawing::append_letter(text, letter);
    return ui.canvas.field_font(style.font, ui.px(style.size), text + style.placeholder);
}

/// While a field has the caret, ImGui owns its text, which can only be changed from the callback.
struct Change {
    std::string text = {};   ///< new text of the field; empty: unchanged
    bool to_the_end = false; ///< puts the caret at the end, nothing selected
};

int carry_out(ImGuiInputTextCallbackData* data) {
    const auto& change = *static_cast<const Change*>(data->UserData);
    if (change.text != std::string_view(data->Buf, static_cast<std::size_t>(data->BufTextLen)) &&
        !change.text.empty()) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, change.text.c_str());
    }
    if (change.to_the_end) data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    return 0;
}

} // namespace

TextFieldResult text_field(Ui& ui, const std::string& name, const Rect& rect, std::string& text,
                           const TextFieldStyle& style) {
    const bool focused = ui.focus.item(name);
    const bool was_editing = ui.editing.name == ui.scope + name;
    // While the field is edited, its text lives in ui.editing: a click elsewhere may take the focus before
    // ImGui returns the last letters.
    if (was_editing) text = ui.editing.text;
    // When not edited, text is drawn as everywhere else, right to left if needed; ImGui would place the
    // letters in logical order.
    const bool at_rest = !was_editing && !text.empty();
    const SizedFont font = font_with(ui, style, at_rest ? std::string() : text);
    const float padding = (rect.height - font.font->FontSize) / 2;
    if (style.frame) {
        ui.canvas.fill(rect, ui[Role::card], ui.px(6));
        ui.canvas.stroke(rect, ui[style.wrong ? Role::warning : Role::hairline],
                         ui.px(style.wrong ? 2.0F : 1.0F), ui.px(6));
    }
    const std::string before = text;
    float inset = 0;
    if (!style.label.empty()) {
        const float size = ui.px(style.size - 2);
        ui.canvas.text({rect.x + ui.px(10), rect.centre().y}, style.label, drawing::Font::sans, size,
                       ui[Role::quiet]);
        inset = ui.canvas.width(drawing::Font::sans, size, style.label) + ui.px(6);
    }
    ImGui::SetCursorScreenPos({rect.x + inset, rect.y});
    ImGui::SetNextItemWidth(rect.width - inset);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), padding});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui[Role::card].faded(0)));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(ui[Role::text].faded(at_rest ? 0 : 1)));
    ImGui::PushStyleColor(ImGuiCol_TextDisabled, packed(ui[Role::quiet]));
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, packed(ui[Role::query].faded(0.3F)));
    ImGui::PushFont(font.font);
    if (style.take_focus) ui.motion.draw_again(); // the caret comes in the next frame
    if (style.take_focus || ui.focus.arrived(name) || ui.focus.activated(name)) ImGui::SetKeyboardFocusHere();
    Change change{.to_the_end = style.take_focus && !style.select_all};
    if (style.complete && ui.editing.tab && was_editing) change.text = style.complete(text);
    TextFieldResult result;
    result.entered = ImGui::InputTextWithHint(
        ("##" + name).c_str(), style.placeholder.c_str(), &text,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways |
            (style.select_all ? ImGuiInputTextFlags_AutoSelectAll : ImGuiInputTextFlags_None),
        carry_out, &change);
    if (at_rest) {
        const float room = rect.width - inset - ui.px(16);
        ui.canvas.text_within({rect.x + inset + ui.px(8), rect.centre().y}, room, text, style.font,
                              font.font->FontSize, ui[Role::text]);
        const bool is_cut = ui.canvas.width(style.font, font.font->FontSize, text) > room;
        if (is_cut && ImGui::IsItemHovered()) ui.cursor_hint = text;
    }
    ImGui::PopFont();
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar();
    result.active = ImGui::IsItemActive();
    if (result.active && ImGui::IsItemHovered() && drawing::has_right_to_left(text))
        ui.cursor_hint = ui.text("top.right_to_left_hint");
    result.began = ImGui::IsItemActivated();
    // ImGui gives the focus only in the next frame and drops earlier input: the field is no anchor until
    // then.
    if (!style.take_focus) ui.anchors.add_control(name, rect);
    const bool left_by_tab = result.active && ui.tabbed && !ui.focus.arrived(name);
    if (left_by_tab) ImGui::ClearActiveID();
    if (result.active)
        ui.editing = {ui.scope + name, text, style.complete && style.complete(text) != text, ui.editing.tab};
    if (!result.active && was_editing) ui.editing = {};
    if (result.began) ui.motion.draw_again(); // the ring is drawn in the next frame
    if (result.began && !focused) ui.focus.set(name);
    result.changed = text != before;
    result.cancelled =
        ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
    result.committed =
        !result.cancelled && (result.entered || left_by_tab || ImGui::IsItemDeactivatedAfterEdit());
    if (result.active || focused)
        focus_ring(ui, rect.inset(ui.px(2)), ui.px(4), style.wrong ? Role::warning : Role::focus);
    return result;
}

} // namespace ui
