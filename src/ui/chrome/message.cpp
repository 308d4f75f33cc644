#include "ui/chrome/message.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/floating.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;

void MessageState::grow_older(double seconds) {
    constexpr double read = 8; // seconds
    if (!open() || is_mistake || lasting || !about_words.empty()) return;
    age += seconds;
    if (age > read) close();
}

void draw_message(Ui& ui, MessageState& state, const Rect& area) {
    if (!state.open()) return;
    const float side = ui.px(28), left = ui.px(20), right = side + ui.px(16);
    narration::Paragraph first;
    if (!state.where.empty()) first.push_back({state.where + ": ", narration::Tone::strong});
    first.push_back({state.problem, narration::Tone::plain});
    const narration::Paragraph second{{state.hint, narration::Tone::plain}};
    const std::string line = state.where.empty() ? state.problem : state.where + ": " + state.problem;
    const float wanted = std::max(ui.canvas.width(Font::sans_bold, ui.px(panel_size), line),
                                  ui.canvas.width(Font::sans, ui.px(label_size), state.hint));
    const float inner = std::min({wanted + ui.px(4), ui.px(760), area.width - left - right - ui.px(32)});
    const float first_height = paragraph(ui, {}, inner, first, panel_size, true);
    const float second_height = state.hint.empty() ? 0 : paragraph(ui, {}, inner, second, label_size, true);
    const float width = left + inner + right;
    const Rect rect{area.centre().x - width / 2, area.y + ui.px(8), width,
                    first_height + second_height + ui.px(18)};

    const Floating floating(ui, "message", rect);
    card(ui, rect);
    ui.canvas.fill({rect.x, rect.y + ui.px(6), ui.px(5), rect.height - ui.px(12)},
                   ui[state.is_mistake ? Role::warning : Role::good], ui.px(2));
    paragraph(ui, {rect.x + left, rect.y + ui.px(8)}, inner, first, panel_size);
    if (!state.hint.empty())
        paragraph(ui, {rect.x + left, rect.y + ui.px(9) + first_height}, inner, second, label_size, false,
                  Role::quiet);
    if (icon_button(ui, "message/close", {rect.right() - side - ui.px(8), rect.y + ui.px(5), side, side},
                    Icon::cross, {.look = ButtonLook::plain}))
        state.close();
}

} // namespace ui
