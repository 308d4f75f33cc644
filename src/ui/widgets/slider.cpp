#include "ui/widgets/slider.h"

#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;

bool slider_has_keys(const Ui& ui, const std::string& name) {
    return ui.focus.visible() && ui.focus.name() == ui.scope + name;
}

bool slider(Ui& ui, const std::string& name, const Rect& rect, float& value, const SliderScale& scale) {
    const Touch t = touch(ui, name, rect);
    const float before = value, reach = scale.high - scale.low;
    if (t.held || t.let_go) value = scale.low + (ui.mouse.x - rect.x) / rect.width * reach;
    if (t.focused)
        value += scale.step * static_cast<float>(ui.pressed(GLFW_KEY_RIGHT) - ui.pressed(GLFW_KEY_LEFT));
    if (value != before) {
        const float steps = std::round((value - scale.low) / scale.step);
        value = std::clamp(scale.low + scale.step * steps, scale.low, scale.high);
    }
    const float y = rect.centre().y, thick = ui.px(4);
    const auto x_of = [&](float at) {
        return rect.x + rect.width * std::clamp((at - scale.low) / reach, 0.0F, 1.0F);
    };
    const float here = x_of(value);
    ui.canvas.fill({rect.x, y - thick / 2, rect.width, thick}, ui[Role::track], thick / 2);
    ui.canvas.fill({rect.x, y - thick / 2, here - rect.x, thick}, ui[Role::query_fill], thick / 2);
    const auto numbers = static_cast<int>(std::lround(reach / scale.step));
    for (int i = 0; scale.dotted && i <= numbers; ++i) {
        const float x = x_of(scale.low + scale.step * static_cast<float>(i));
        ui.canvas.paint(Disc{{x, y}, ui.px(3), ui[x <= here ? Role::query_fill : Role::masked]});
    }
    if (scale.mark) {
        const float x = x_of(*scale.mark);
        ui.canvas.line({x, y - ui.px(9)}, {x, y + ui.px(9)}, ui[Role::text], ui.px(1.5F));
    }
    ui.canvas.paint(Disc{{here, y}, ui.px(t.hovered || t.held ? 11 : 10), ui[Role::query_fill]});
    ui.canvas.paint(Disc{{here, y}, ui.px(8), ui[Role::card]});
    if (t.focused) focus_ring(ui, rect, ui.px(6));
    if (value == before) return false;
    ui.motion.draw_again(); // parts drawn earlier show the effect in the next frame
    return true;
}

} // namespace ui
