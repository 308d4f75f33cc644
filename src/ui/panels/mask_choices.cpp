#include "ui/panels/mask_choices.h"

#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Index;

float draw_mask_choices(Ui& ui, const Scene& scene, const std::string& name, Point start, float pitch,
                        Actions& actions) {
    const workbench::MaskChoice now = scene.bench.document().mask;
    workbench::MaskChoice mask = now;
    const float height = ui.px(28);
    float x = start.x, y = start.y;
    const auto flip = [&](const char* what, const std::string& label, bool on) {
        const float wide = button_width(ui, label);
        const bool clicked = button(ui, name + what, {x, y, wide, height}, label, {.on = on});
        x += wide + ui.px(6);
        return clicked;
    };
    const auto count = [&](const char* what, const std::string& label, Index& value, long high) {
        ui.canvas.text({x, y + height / 2}, label, Font::sans, ui.px(13), ui[Role::quiet]);
        x += ui.canvas.width(Font::sans, ui.px(13), label) + ui.px(8);
        long typed = value;
        if (stepper(ui, name + what, {x, y, ui.px(112), height}, typed, 0, high)) value = typed;
        x += ui.px(112 + 14);
    };
    if (flip("/none", ui.text("labs.no_mask"), now == workbench::MaskChoice{})) mask = {};
    if (flip("/causal", ui.text("controls.causal"), now.causal)) mask.causal = !mask.causal;
    if (now.drawn.size() > 0 && flip("/clear", ui.text("labs.clear_drawing"), true)) mask.drawn = {};
    x = pitch > 0 ? start.x : x + ui.px(8);
    y += pitch;
    const auto& t = scene.trace();
    count("/window", ui.text("controls.window"), mask.window, std::max<long>(t.n(), t.m()));
    count("/padding", ui.text("controls.padding"), mask.padding, t.m());
    if (mask != now) actions.edit(workbench::SetMask{mask});
    return x;
}

} // namespace ui
