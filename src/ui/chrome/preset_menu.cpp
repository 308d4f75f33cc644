#include "ui/chrome/preset_menu.h"

#include "narration/markup.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/menu_row.h"
#include "ui/widgets/popup.h"

namespace ui {

using namespace drawing;

namespace {

constexpr float group_height = 28; // as low as a row, so that all presets fit in a window 720 high

/// What its title does not tell: a word whose row is not the usual one, or the size.
std::string detail_of(const Ui& ui, const workbench::Preset& preset) {
    const auto& d = preset.document;
    if (!d.word_rows.empty()) return ui.plain("top.row_changed", {{"word", {{d.word_rows.begin()->first}}}});
    if (d.length == 0) return d.is_cross() ? "cross" : "";
    std::string size = "n " + std::to_string(d.length);
    return d.batch > 1 ? std::to_string(d.batch) + " × " + size : size;
}

} // namespace

bool draw_preset_menu(Ui& ui, const Scene& scene, const Rect& button, Actions& actions) {
    const auto& presets = scene.bench.library().presets;
    float height = ui.px(12);
    std::string group;
    for (const auto& preset : presets) {
        if (preset.group != group) height += ui.px(group_height);
        group = preset.group;
        height += ui.px(control_height);
    }
    const float width = std::max(button.width, ui.px(480));
    Popup popup(ui, "presets",
                {button.right() - width, button.bottom() + ui.px(4), width, height + ui.px(8)});
    if (!popup.open()) return false;
    bool chosen = false;
    const Point origin = popup.origin();
    float y = origin.y + ui.px(6);
    group.clear();
    for (const auto& preset : presets) {
        if (preset.group != group) {
            group = preset.group;
            caption(ui, {origin.x + ui.px(18), y + ui.px(group_height) * 0.6F}, group);
            y += ui.px(group_height);
        }
        const Rect row{origin.x + ui.px(6), y, width - ui.px(12), ui.px(control_height)};
        if (menu_row(ui, "presets/" + preset.id, row, preset.title, detail_of(ui, preset),
                     preset.id == scene.pass().document.preset)) {
            actions.edit(workbench::ChoosePreset{preset.id});
            popup.close();
            chosen = true;
        }
        y += ui.px(control_height);
    }
    popup.used(y - origin.y + ui.px(6));
    return chosen;
}

} // namespace ui
