// Text is typed into ImGui's text field.

#include "ui/canvas/high_letters.h"
#include "ui/widgets/text_field.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace ui {

using drawing::Role;

namespace {

/// While a field has the caret, ImGui owns its text, which can only be changed from the callback.
struct Change {
    std::string text = {};                          ///< new text of the field; empty: unchanged
    bool to_the_end = false;                        ///< puts the caret at the end, nothing selected
    std::optional<std::pair<int, int>> select = {}; ///< bytes
};

int carry_out(ImGuiInputTextCallbackData* data) {
    const auto& change = *static_cast<const Change*>(data->UserData);
    if (change.text != std::string_view(data->Buf, static_cast<std::size_t>(data->BufTextLen)) &&
        !change.text.empty()) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, change.text.c_str());
    }
    if (change.to_the_end) data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
    if (change.select) {
        data->SelectionStart = std::min(change.select->first, data->BufTextLen);
        data->CursorPos = data->SelectionEnd = std::min(change.select->second, data->BufTextLen);
    }
    return 0;
}

} // namespace

TextEntered enter_text(Ui& ui, const TextEntry& entry, std::string& text, const TextFieldStyle& style) {
    ImGui::SetCursorScreenPos({entry.rect.x, entry.rect.y});
    ImGui::SetNextItemWidth(entry.rect.width);
    const float padding = (entry.rect.height - entry.font.font->FontSize) / 2;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), padding});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui[Role::card].faded(0)));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(ui[Role::text].faded(entry.at_rest ? 0 : 1)));
    ImGui::PushStyleColor(ImGuiCol_TextDisabled, packed(ui[Role::quiet]));
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, packed(ui[Role::query].faded(0.3F)));
    ImGui::PushFont(entry.font.font);
    if (entry.begin) ImGui::SetKeyboardFocusHere();
    Change change{.text = with_stand_ins(entry.replacement),
                  .to_the_end = style.take_focus && !style.select_all};
    if (style.select) {
        const auto held_bytes = [&](std::size_t bytes) {
            return static_cast<int>(with_stand_ins(text.substr(0, bytes)).size());
        };
        change.select.emplace(held_bytes(style.select->first), held_bytes(style.select->second));
    }
    std::string held = with_stand_ins(text);
    TextEntered result;
    result.entered = ImGui::InputTextWithHint(
        ("##" + entry.name).c_str(), style.placeholder.c_str(), &held,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackAlways |
            (style.select_all ? ImGuiInputTextFlags_AutoSelectAll : ImGuiInputTextFlags_None),
        carry_out, &change);
    text = without_stand_ins(held);
    ImGui::PopFont();
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar();
    result.active = ImGui::IsItemActive();
    result.hovered = ImGui::IsItemHovered();
    result.began = ImGui::IsItemActivated();
    result.left = ImGui::IsItemDeactivated();
    result.left_after_edit = ImGui::IsItemDeactivatedAfterEdit();
    result.cancelled = result.left && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
    return result;
}

void leave_text(Ui&) {
    ImGui::ClearActiveID();
}

} // namespace ui
