#include "ui/widgets/controls.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

namespace ui {

using drawing::Rect;
using drawing::Role;

namespace {

ImU32 colour32(drawing::Rgba c) {
    return IM_COL32(c.r, c.g, c.b, c.a);
}

} // namespace

TextFieldResult text_field(Ui& ui, const std::string& name, const Rect& rect, std::string& text,
                           const TextFieldStyle& style) {
    const bool focused = ui.focus.item(name);
    const SizedFont font = ui.canvas.font(style.font, ui.px(style.size));
    const float padding = (rect.height - font.font->FontSize) / 2;
    if (style.frame) {
        ui.canvas.fill(rect, ui[Role::card], ui.px(6));
        ui.canvas.stroke(rect, ui[style.wrong ? Role::warning : Role::hairline],
                         ui.px(style.wrong ? 2.0F : 1.0F), ui.px(6));
    }
    // While the field is edited its text lives in ui.editing: a click elsewhere may take the focus before
    // ImGui hands the last letters over.
    const bool was_editing = ui.editing.name == ui.scope + name;
    if (was_editing) text = ui.editing.text;
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
    ImGui::PushStyleColor(ImGuiCol_FrameBg, colour32(ui[Role::card].faded(0)));
    ImGui::PushStyleColor(ImGuiCol_Text, colour32(ui[Role::text]));
    ImGui::PushStyleColor(ImGuiCol_TextDisabled, colour32(ui[Role::quiet]));
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, colour32(ui[Role::query].faded(0.3F)));
    ImGui::PushFont(font.font);
    if (style.take_focus || ui.focus.arrived(name) || ui.focus.activated(name)) ImGui::SetKeyboardFocusHere();
    TextFieldResult result;
    result.entered =
        ImGui::InputTextWithHint(("##" + name).c_str(), style.placeholder.c_str(), &text,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopFont();
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar();
    result.active = ImGui::IsItemActive();
    // ImGui gives the focus only in the next frame, and drops what is typed before: not there for anyone
    // until then.
    if (!style.take_focus) ui.anchors.add(name, rect);
    const bool left_by_tab = result.active && ui.tabbed && !ui.focus.arrived(name);
    if (left_by_tab) ImGui::ClearActiveID();
    if (result.active) ui.editing = {ui.scope + name, text};
    if (!result.active && was_editing) ui.editing = {};
    if (ImGui::IsItemActivated() && !focused) ui.focus.set(name);
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
