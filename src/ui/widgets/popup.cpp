#include "ui/widgets/popup.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <imgui.h>

namespace ui {

Floating::Floating(Ui& ui, const std::string& name, const drawing::Rect& place)
    : ui_(ui), list_before_(ui.canvas.list()) {
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.width, place.height});
    ImGui::Begin(name.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoNav);
    ui_.canvas.draw_on(ImGui::GetWindowDrawList());
    area_before_ = ui_.anchors.enter(""); // it lies above whatever is beneath
    ui_.anchors.add(name, place);
    ui_.anchors.enter(name);
}

Floating::~Floating() {
    ImGui::End();
    ui_.anchors.leave_for(area_before_);
    ui_.canvas.draw_on(list_before_);
}

void open_popup(Ui& ui, const std::string& name, const std::string& first) {
    ImGui::OpenPopup(name.c_str());
    if (!first.empty() && ui.focus.visible()) ui.focus.go(first);
}

Popup::Popup(Ui& ui, const std::string& name, const drawing::Rect& place)
    : ui_(ui), name_(name), list_before_(ui.canvas.list()) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::min(place.width, window.x - 2 * ui.px(8));
    const float x = std::clamp(place.x, ui.px(8), window.x - width - ui.px(8));
    ImGui::SetNextWindowPos({x, place.y});
    ImGui::SetNextWindowSize({width, std::min(place.height, window.y - place.y - ui.px(8))});
    open_ = ImGui::BeginPopup(name.c_str(), ImGuiWindowFlags_NoMove);
    if (!open_) return;
    ui_.focus.confine(name + "/");
    if (ImGui::IsWindowAppearing()) ui_.motion.draw_again(); // ImGui shows it only from the next frame
    ui_.canvas.draw_on(ImGui::GetWindowDrawList());
    const ImVec2 start = ImGui::GetCursorScreenPos();
    origin_ = {start.x, start.y};
    area_before_ = ui_.anchors.enter(""); // it lies above whatever contains its button
    ui_.anchors.enter(ui_.scope + name);
    ui_.anchors.add(name, {x, place.y, width, ImGui::GetWindowHeight()});
    if (ui_.pressed(GLFW_KEY_ESCAPE)) close();
}

Popup::~Popup() {
    if (!open_) return;
    ImGui::EndPopup();
    ui_.anchors.leave_for(area_before_);
    ui_.canvas.draw_on(list_before_);
}

void Popup::used(float height) {
    // Marks the end of the content, so that ImGui knows how far to scroll.
    ImGui::SetCursorScreenPos({origin_.x, origin_.y + height});
    ImGui::Dummy({1, 1});
}

void Popup::ends_at(float y, float& height) {
    const float needed = y - origin_.y + ui_.px(16);
    used(needed - ui_.px(4));
    const float design = needed / ui_.theme.scale;
    if (design != height) ui_.motion.draw_again();
    height = design;
}

void Popup::close() {
    ImGui::CloseCurrentPopup();
}

bool any_popup_open() {
    return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

} // namespace ui
