#include "ui/widgets/floating.h"

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

} // namespace ui
