#include "ui/widgets/scope.h"

#include <imgui.h>

namespace ui {

Scope::Scope(Ui& ui, const std::string& prefix) : ui_(ui) {
    ImGui::PushID(prefix.c_str());
    set(prefix);
}

Scope::~Scope() {
    set({});
    ImGui::PopID();
}

void Scope::set(const std::string& prefix) {
    ui_.scope = prefix;
    ui_.anchors.set_scope(prefix);
    ui_.focus.set_scope(prefix);
    ui_.motion.set_scope(prefix);
}

} // namespace ui
