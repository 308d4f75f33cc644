#include "ui/chrome/message.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;

float draw_message(Ui& ui, MessageState& state, const Rect& area) {
    if (!state.open()) return 0;
    const float side = ui.px(28), left = ui.px(24);
    const float inner = std::min(ui.px(980), area.width - left - side - ui.px(24));
    narration::Paragraph first;
    if (!state.where.empty()) first.push_back({state.where + ": ", narration::Tone::strong});
    first.push_back({state.problem, narration::Tone::plain});
    const narration::Paragraph second{{state.hint, narration::Tone::plain}};
    const float first_height = paragraph(ui, {}, inner, first, panel_size, true);
    const float second_height = state.hint.empty() ? 0 : paragraph(ui, {}, inner, second, label_size, true);
    const Rect rect{area.x, area.y, area.width, first_height + second_height + ui.px(18)};

    ui.anchors.add("message", rect);
    const std::string beneath_area = ui.anchors.enter("message");
    ui.canvas.fill(rect, ui[Role::card]);
    ui.canvas.line({rect.x, rect.bottom()}, {rect.right(), rect.bottom()}, ui[Role::hairline], ui.px(1));
    ui.canvas.fill({rect.x, rect.y, ui.px(5), rect.height},
                   ui[state.is_mistake ? Role::warning : Role::good]);
    paragraph(ui, {left, rect.y + ui.px(8)}, inner, first, panel_size);
    if (!state.hint.empty())
        paragraph(ui, {left, rect.y + ui.px(9) + first_height}, inner, second, label_size, false,
                  Role::quiet);
    if (icon_button(ui, "message/close", {rect.right() - side - ui.px(12), rect.y + ui.px(6), side, side},
                    Icon::cross, {.look = ButtonLook::plain}))
        state.close();
    ui.anchors.leave_for(beneath_area);
    return rect.height;
}

} // namespace ui
