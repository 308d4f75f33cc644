#include "ui/chrome/document_bar.h"

#include "narration/markup.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/popup.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;

namespace {

// The menu of presets, by group.

constexpr float group_height =
    28; // design pixels: as low as a row, so that all presets fit in a window 720 high

/// What the title does not say: a word whose row is not the usual one, or the size.
std::string detail_of(const Ui& ui, const workbench::Preset& preset) {
    const auto& d = preset.document;
    if (!d.word_rows.empty()) return ui.plain("top.row_changed", {{"word", {{d.word_rows.begin()->first}}}});
    if (d.length == 0) return d.is_cross() ? "cross" : "";
    std::string size = "n " + std::to_string(d.length);
    return d.batch > 1 ? std::to_string(d.batch) + " × " + size : size;
}

/// Opened by open_popup(ui, "presets"). True when a preset was selected.
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

// The sentence.

constexpr float widest_weights = 310, least_sentence = 160; // design pixels

/// Fills the fields with the document's words after it changed elsewhere (a preset, undo). Until then,
/// unusable input stays, framed as an error.
void follow_document(Ui& ui, DocumentBarState& state, const workbench::History::Step& document) {
    const bool typing = ui.editing.name == ui.scope + "sentence" || ui.editing.name == ui.scope + "source";
    if (std::exchange(state.refused, false)) state.followed = document;
    if (!typing && state.followed != document) {
        state.text = document->text;
        state.memory_text = document->memory_text;
    }
    state.wrong = state.text != document->text || state.memory_text != document->memory_text;
    if (!state.wrong) state.followed = document;
}

/// One field of words; `label` names it when there are two.
void word_field(Ui& ui, DocumentBarState& state, const std::string& name, const std::string& label,
                std::string& text, const Rect& rect, Actions& actions) {
    TextFieldStyle style;
    style.wrong = state.wrong;
    style.placeholder = ui.text("top.sentence_placeholder");
    style.label = label;
    style.take_focus = name == "sentence" && std::exchange(state.take_caret, false);
    const auto result = text_field(ui, name, rect, text, style);
    const workbench::SetText edit{state.text, state.memory_text};
    if (result.began) actions.begin_gesture = true;
    if (result.cancelled) {
        actions.cancel_gesture = typing_gesture;
        state.followed = nullptr;
        return;
    }
    if (result.changed) actions.edit(edit, typing_gesture);
    if (!result.committed || !state.wrong) return;
    actions.edit(edit); // reports what is wrong
    // The document returns to the last complete sentence, not to the words before the wrong one.
    actions.cancel_gesture = typing_gesture;
    state.refused = true;
}

void draw_sentence(Ui& ui, DocumentBarState& state, const Scene& scene, Rect rect, Actions& actions) {
    const auto& document = scene.bench.document();
    follow_document(ui, state, scene.bench.step());
    const float chevron = rect.height;
    const Rect menu_button{rect.right() - chevron, rect.y, chevron, rect.height};
    rect.width -= chevron + ui.px(4);
    if (!document.memory_text.empty()) {
        const float half = (rect.width - ui.px(6)) / 2;
        word_field(ui, state, "source", ui.text("top.source"), state.memory_text,
                   {rect.x, rect.y, half, rect.height}, actions);
        word_field(ui, state, "sentence", ui.text("top.target"), state.text,
                   {rect.right() - half, rect.y, half, rect.height}, actions);
    } else {
        word_field(ui, state, "sentence", "", state.text, rect, actions);
    }
    if (icon_button(ui, "presets_button", menu_button, Icon::chevron_down,
                    {.hint = ui.text("top.presets_hint")}))
        open_popup(ui, "presets", "presets/" + scene.bench.library().presets.front().id);
    if (draw_preset_menu(ui, scene, menu_button, actions)) state.followed = nullptr;
}

} // namespace

Rect draw_document_bar(Ui& ui, DocumentBarState& state, const Scene& scene, const Rect& area,
                       Actions& actions, const std::string& own_weights) {
    const std::string label = own_weights.empty() ? weights_text(ui, scene.pass()) + " ▾" : own_weights;
    const float gap = ui.px(8);
    const float most = std::max(0.45F * area.width, area.width - ui.px(least_sentence));
    const float weights_width = std::min({button_width(ui, label, panel_size), ui.px(widest_weights), most});
    const Rect weights{area.right() - weights_width, area.y, weights_width, area.height};
    const float room = weights.x - gap - area.x;
    const float wide =
        std::min(room, state.fills ? room : ui.px(scene.pass().document.memory_text.empty() ? 470 : 620));
    draw_sentence(ui, state, scene, {weights.x - gap - wide, area.y, wide, area.height}, actions);
    if (!own_weights.empty())
        ui.canvas.text_within(weights.centre(), weights.width, label, Font::sans, ui.px(body_size),
                              ui[Role::quiet], Align::centre);
    else if (button(ui, "weights_button", weights, label,
                    {.text_size = panel_size, .hint = ui.text("top.weights_hint")}))
        open_popup(ui, "weights", "weights/set/0");
    draw_weights_menu(ui, state.weights, scene, weights, actions);
    return {area.x, area.y, room - wide, area.height};
}

} // namespace ui
