#include "ui/panels/top_bar.h"

#include "ui/panels/preset_menu.h"
#include "ui/panels/weights_menu.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/popup.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

/// Takes the document's text over into the fields when it changed elsewhere (a preset, undo).
void follow_document(Ui& ui, TopBarState& state, const workbench::Document& document) {
    const bool typing = ui.editing.name == "sentence" || ui.editing.name == "source";
    if (typing || (state.shown_text == document.text && state.shown_memory == document.memory_text)) return;
    state.text = state.shown_text = document.text;
    state.memory_text = state.shown_memory = document.memory_text;
    state.wrong = false;
}

/// One field of words; `label` says what it is when there are two.
void word_field(Ui& ui, TopBarState& state, const std::string& name, const std::string& label,
                std::string& text, const Rect& rect, Actions& actions) {
    TextFieldStyle style;
    style.wrong = state.wrong;
    style.placeholder = ui.text("top.sentence_placeholder");
    style.label = label;
    const auto result = text_field(ui, name, rect, text, style);
    const workbench::SetText edit{state.text, state.memory_text};
    if (result.changed) actions.edit(edit, "typing");
    if (result.committed && state.wrong) actions.edit(edit); // says what is wrong with it
}

void draw_sentence(Ui& ui, TopBarState& state, const Scene& scene, Rect rect, Actions& actions) {
    const auto& document = scene.bench.document();
    follow_document(ui, state, document);
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
    draw_preset_menu(ui, scene, menu_button, actions);
}

} // namespace

void draw_top_bar(Ui& ui, TopBarState& state, const Scene& scene, const Rect& area, Actions& actions) {
    ui.canvas.fill(area, ui[Role::card]);
    ui.canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, ui[Role::hairline], ui.px(1));
    const float middle = area.centre().y, height = ui.px(34), gap = ui.px(8);
    float x = area.x + ui.px(18);
    const float logo = ui.px(18);
    draw_icon(ui, Icon::logo, {x, middle - logo / 2, logo, logo}, ui[Role::text]);
    x += logo + ui.px(8);
    const std::string& name = ui.text("top.name");
    ui.canvas.text({x, middle}, name, Font::sans_bold, ui.px(15), ui[Role::text]);
    x += ui.canvas.width(Font::sans_bold, ui.px(15), name) + ui.px(26);
    const std::string& view = ui.text("views.walkthrough");
    const float tab = button_width(ui, view, 15) + ui.px(4);
    button(ui, "tab/walkthrough", {x, middle - height / 2, tab, height}, view,
           {.look = ButtonLook::tab, .on = true, .text_size = 15});
    x += tab + gap * 2;

    // Placed from the right, drawn (and reached by Tab) from the left.
    float right = area.right() - ui.px(16);
    const auto take = [&](float width, float space) {
        right -= width;
        const Rect rect{right, middle - height / 2, width, height};
        right -= space;
        return rect;
    };
    const Rect keys = take(height, ui.px(4)), theme = take(height, ui.px(4)), redo = take(height, ui.px(4));
    const Rect undo = take(height, gap);
    const std::string weights_label = scene.pass().weights_label + " ▾";
    const Rect weights = take(std::min(button_width(ui, weights_label, 14), ui.px(250)), gap);
    const float wide = std::min(right - x, ui.px(scene.pass().document.memory_text.empty() ? 470 : 620));

    draw_sentence(ui, state, scene, {right - wide, middle - height / 2, wide, height}, actions);
    if (button(ui, "weights_button", weights, weights_label,
               {.text_size = 14, .hint = ui.text("top.weights_hint")}))
        open_popup(ui, "weights", "weights/set/0");
    draw_weights_menu(ui, scene, weights, actions);
    const auto plain = [&](const char* hint, bool enabled = true) {
        return ButtonStyle{.look = ButtonLook::plain, .enabled = enabled, .hint = hint};
    };
    if (icon_button(ui, "undo_button", undo, Icon::undo,
                    plain(ui.text("top.undo_hint").c_str(), scene.bench.can_undo())))
        actions.undo = true;
    if (icon_button(ui, "redo_button", redo, Icon::redo,
                    plain(ui.text("top.redo_hint").c_str(), scene.bench.can_redo())))
        actions.redo = true;
    if (icon_button(ui, "theme_button", theme, ui.theme.palette().dark ? Icon::sun : Icon::moon,
                    plain(ui.text("top.theme_hint").c_str())))
        actions.toggle_theme = true;
    if (icon_button(ui, "keys_button", keys, Icon::help, plain(ui.text("top.keys_hint").c_str())))
        actions.toggle_keys = true;
}

} // namespace ui
