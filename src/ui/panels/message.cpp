#include "ui/panels/message.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/rich_text.h"

#include <imgui.h>

#include <algorithm>

namespace ui {

using namespace drawing;

void draw_message(Ui& ui, MessageState& state, const Rect& area) {
    if (!state.open()) return;
    const float width = std::min(ui.px(620), area.width - ui.px(32));
    const float inner = width - ui.px(72);
    lesson::Paragraph first;
    if (!state.where.empty()) first.push_back({state.where + ": ", lesson::Tone::strong});
    first.push_back({state.problem, lesson::Tone::plain});
    const lesson::Paragraph second{{state.hint, lesson::Tone::plain}};
    const float first_height = paragraph(ui, {}, inner, first, 14, true);
    const float second_height = state.hint.empty() ? 0 : paragraph(ui, {}, inner, second, 13, true);
    const float height = first_height + second_height + ui.px(28);
    const Rect rect{area.centre().x - width / 2, area.y + ui.px(12), width, height};

    ui.anchors.add("message", rect);
    const std::string beneath_area = ui.anchors.enter("message");
    // A window of its own, with room for the shadow: what lies beneath it is neither seen nor clicked.
    const Rect around = rect.inset(-ui.px(4));
    ImGui::SetCursorScreenPos({around.x, around.y});
    ImGui::BeginChild("message", {around.width, around.height}, false,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoScrollWithMouse);
    ImDrawList* beneath = ui.canvas.list();
    ui.canvas.draw_on(ImGui::GetWindowDrawList());
    ui.canvas.fill({rect.x, rect.y + ui.px(3), rect.width, rect.height}, ui[Role::text].faded(0.12F),
                   ui.px(10));
    card(ui, rect);
    ui.canvas.fill({rect.x, rect.y + ui.px(10), ui.px(4), rect.height - ui.px(20)},
                   ui[state.is_mistake ? Role::warning : Role::good], ui.px(2));
    paragraph(ui, {rect.x + ui.px(20), rect.y + ui.px(13)}, inner, first, 14);
    if (!state.hint.empty())
        paragraph(ui, {rect.x + ui.px(20), rect.y + ui.px(14) + first_height}, inner, second, 13, false,
                  Role::quiet);
    const float side = ui.px(28);
    if (icon_button(ui, "message/close", {rect.right() - side - ui.px(10), rect.y + ui.px(10), side, side},
                    Icon::cross, {.look = ButtonLook::plain}))
        state.close();
    ui.anchors.enter(beneath_area);
    ui.canvas.draw_on(beneath);
    ImGui::EndChild();
}

} // namespace ui
