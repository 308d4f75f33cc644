#include "ui/panels/compare_menu.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/menu_row.h"
#include "ui/widgets/popup.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

void open_side(const workbench::Comparison& comparison, const workbench::Compared& side, Actions& actions) {
    actions.edit(workbench::ReplaceDocument{side.document});
    actions.after_edits = workbench::Selection{
        .stage = comparison.stage, .query = side.query, .key = side.key, .head = side.head};
}

} // namespace

const workbench::Comparison* draw_compare_menu(Ui& ui, const std::string& chosen, const Scene& scene,
                                               const Rect& area, Actions& a, Actions& b) {
    const auto& offers = scene.bench.library().comparisons;
    const auto on = std::find_if(offers.begin(), offers.end(), [&](const auto& o) { return o.id == chosen; });
    const std::string label = (on == offers.end() ? ui.text("compare.menu") : on->title) + " ▾";
    const Rect place{area.x, area.y, std::min(area.width, button_width(ui, label, 14)), area.height};
    if (button(ui, "compare_button", place, label, {.text_size = 14, .hint = ui.text("compare.menu_hint")}))
        open_popup(ui, "compare", "compare/" + offers.front().id);
    const float row = ui.px(36), width = ui.px(460);
    const float height = row * static_cast<float>(offers.size()) + ui.px(12);
    Popup popup(ui, "compare", {area.x, area.bottom() + ui.px(4), width, height + ui.px(8)});
    if (!popup.open()) return nullptr;
    const workbench::Comparison* opened = nullptr;
    float y = popup.origin().y + ui.px(6);
    for (const auto& offer : offers) {
        const Rect line{popup.origin().x + ui.px(6), y, width - ui.px(12), row};
        if (menu_row(ui, "compare/" + offer.id, line, offer.title, offer.about, offer.id == chosen)) {
            open_side(offer, offer.a, a);
            open_side(offer, offer.b, b);
            opened = &offer;
            popup.close();
        }
        y += row;
    }
    popup.used(height);
    return opened;
}

} // namespace ui
