#include "ui/panels/labs.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;

std::vector<std::string> lab_keys() {
    return {"mask", "scale", "score", "order"};
}

void open_lab(LabsState& state, const std::string& key) {
    const auto keys = lab_keys();
    state.page = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
}

void draw_labs(Ui& ui, LabsState& state, const Scene& scene, const Rect& area, Actions& actions) {
    const float margin = ui.px(16), gap = ui.px(12), strip = ui.px(30);
    const Rect body{area.x + margin, area.y + gap, area.width - 2 * margin, area.height - gap - margin};
    const auto keys = lab_keys();
    std::vector<std::string> titles;
    for (const auto& key : keys)
        titles.push_back(ui.text(("labs." + key).c_str()));
    const int clicked = choice(ui, "lab", {body.x, body.y}, titles, static_cast<int>(state.page), 30);
    if (clicked >= 0) state.page = static_cast<std::size_t>(clicked);
    const float x = body.x + choice_width(ui, titles) + ui.px(20);
    ui.canvas.clip({x, body.y, body.right() - x, strip});
    subscripted(ui, {x, body.y + strip / 2}, ui.text(("labs." + keys[state.page] + "_question").c_str()),
                Font::sans_bold, ui.px(16), ui[Role::text]);
    ui.canvas.unclip();
    const float chips = chips_height(ui, state.chips, scene, body.width);
    draw_chips(ui, state.chips, scene, {body.x, body.y + strip + gap, body.width, chips}, actions);
    const float top = body.y + strip + gap + chips_room(ui, chips, body.height);
    const Rect lab{body.x, top, body.width, body.bottom() - top};
    switch (state.page) {
    case 0:
        draw_mask_lab(ui, state.mask, scene, lab, actions);
        break;
    case 1:
        draw_scale_lab(ui, state.scale, scene, lab, actions);
        break;
    case 2:
        draw_score_lab(ui, state.score, scene, lab, actions);
        break;
    default:
        draw_order_lab(ui, state.order, scene, lab, actions);
        break;
    }
}

Exportables labs_exports(Ui& ui, LabsState& state, const Scene& scene) {
    switch (state.page) {
    case 0:
        return mask_lab_exports(ui, state.mask, scene);
    case 1:
        return scale_lab_exports(ui, state.scale, scene);
    case 2:
        return score_lab_exports(ui, state.score, scene);
    default:
        return order_lab_exports(ui, state.order, scene);
    }
}

void labs_keys(Ui& ui, const Scene& scene, Actions& actions) {
    const auto move = [&](Index down, Index right) {
        actions.select = scene.selection;
        actions.select->query = std::clamp<Index>(scene.selection.query + down, 0, scene.trace().n() - 1);
        actions.select->key = std::clamp<Index>(scene.selection.key + right, 0, scene.trace().m() - 1);
    };
    if (ui.pressed(GLFW_KEY_UP)) move(-1, 0);
    if (ui.pressed(GLFW_KEY_DOWN)) move(1, 0);
    if (ui.pressed(GLFW_KEY_LEFT)) move(0, -1);
    if (ui.pressed(GLFW_KEY_RIGHT)) move(0, 1);
    if (ui.pressed(GLFW_KEY_H)) {
        actions.select = scene.selection;
        actions.select->head = (scene.selection.head + 1) % static_cast<Index>(scene.trace().heads.size());
    }
    if (ui.pressed(GLFW_KEY_M)) {
        workbench::MaskChoice mask = scene.bench.document().mask;
        mask.causal = !mask.causal;
        actions.edit(workbench::SetMask{mask});
    }
}

} // namespace ui
