#include "ui/chrome/top_bar.h"

#include "narration/narration.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;

namespace {

// The document: the menu of presets, by group.

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

// Its sentence.

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
    if (result.began) actions.ask(BeginGesture{});
    if (result.cancelled) {
        actions.ask(CancelGesture{typing_gesture});
        state.followed = nullptr;
        return;
    }
    if (result.changed) actions.edit(edit, typing_gesture);
    if (!result.committed || !state.wrong) return;
    actions.edit(edit); // reports what is wrong
    // The document returns to the last complete sentence, not to the words before the wrong one.
    actions.ask(CancelGesture{typing_gesture});
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
    const float weights_width = std::min({button_width(ui, label, card_size), ui.px(widest_weights), most});
    const Rect weights{area.right() - weights_width, area.y, weights_width, area.height};
    const float room = weights.x - gap - area.x;
    const float wide =
        std::min(room, state.fills ? room : ui.px(scene.pass().document.memory_text.empty() ? 470 : 620));
    draw_sentence(ui, state, scene, {weights.x - gap - wide, area.y, wide, area.height}, actions);
    if (!own_weights.empty())
        ui.canvas.text_within(weights.centre(), weights.width, label, Font::sans, ui.px(body_size),
                              ui[Role::quiet], Align::centre);
    else if (button(ui, "weights_button", weights, label,
                    {.text_size = card_size, .hint = ui.text("top.weights_hint")}))
        open_popup(ui, "weights", "weights/set/0");
    draw_weights_menu(ui, state.weights, scene, weights, actions);
    return {area.x, area.y, room - wide, area.height};
}

// The whole bar.

namespace {

constexpr float height = 34;          // height of every control, design pixels
constexpr float least_beside = 480;   // minimum room to the right of the tabs
constexpr float menu_row_height = 32; // of the menu that replaces the tabs in a narrow window

const std::string& title_of(const Ui& ui, std::string_view view) {
    return ui.text(("views." + std::string(view)).c_str());
}

/// The current view, with a menu of all; returns the right end of the button.
float draw_view_menu(Ui& ui, const Tabs& tabs, Point at, Actions& actions) {
    const std::string label = title_of(ui, tabs.open.key) + " ▾";
    const Rect place{at.x, at.y - ui.px(height) / 2, button_width(ui, label, card_size), ui.px(height)};
    if (button(ui, "views_button", place, label, {.text_size = card_size, .hint = ui.text("top.views_hint")}))
        open_popup(ui, "views", "tab/" + std::string(tabs.open.key));
    const float width = ui.px(200), row = ui.px(menu_row_height);
    const float high = row * static_cast<float>(tabs.views.size()) + ui.px(12);
    Popup popup(ui, "views", {place.x, place.bottom() + ui.px(4), width, high + ui.px(8)});
    if (!popup.open()) return place.right();
    float y = popup.origin().y + ui.px(6);
    for (const ViewKind& entry : tabs.views) {
        const std::string key(entry.key);
        if (menu_row(ui, "tab/" + key, {popup.origin().x + ui.px(6), y, width - ui.px(12), row},
                     title_of(ui, key), "", &entry == &tabs.open)) {
            actions.ask(OpenView{key});
            popup.close();
        }
        y += row;
    }
    popup.used(high);
    return place.right();
}

float tabs_width(const Ui& ui, const Tabs& tabs, float text_size) {
    float width = 0;
    for (const ViewKind& entry : tabs.views)
        width += button_width(ui, title_of(ui, entry.key), text_size) + ui.px(2);
    return width;
}

/// Name and tabs, from the left; returns their right end.
float draw_tabs(Ui& ui, const Tabs& tabs, const Rect& area, Actions& actions) {
    const float middle = area.centre().y;
    const bool narrow = area.width < ui.px(1400);
    float x = area.x + ui.px(18);
    const float logo = ui.px(18);
    draw_icon(ui, Icon::logo, {x, middle - logo / 2, logo, logo}, ui[Role::text]);
    x += logo + ui.px(8);
    if (!narrow) {
        const std::string& name = ui.text("top.name");
        ui.canvas.text({x, middle}, name, Font::sans_bold, ui.px(body_size), ui[Role::text]);
        x += ui.canvas.width(Font::sans_bold, ui.px(body_size), name) + ui.px(18);
    }
    const float text_size = narrow ? 14 : 15;
    if (x + tabs_width(ui, tabs, text_size) + ui.px(least_beside) > area.right())
        return draw_view_menu(ui, tabs, {x, middle}, actions) + ui.px(14);
    for (const ViewKind& entry : tabs.views) {
        const std::string key(entry.key);
        const std::string& title = title_of(ui, key);
        const float width = button_width(ui, title, text_size);
        if (button(ui, "tab/" + key, {x, middle - ui.px(height) / 2, width, ui.px(height)}, title,
                   {.look = ButtonLook::tab, .on = &entry == &tabs.open, .text_size = text_size}))
            actions.ask(OpenView{key});
        x += width + ui.px(2);
    }
    return x + ui.px(14);
}

} // namespace

Rect draw_top_bar(Ui& ui, DocumentBarState* document, const Tabs& tabs, const Scene& scene, const Rect& area,
                  Actions& actions) {
    ui.canvas.fill(area, ui[Role::card]);
    ui.canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, ui[Role::hairline], ui.px(1));
    const float left = draw_tabs(ui, tabs, area, actions);

    // Laid out from the right, drawn (and reached with Tab) from the left.
    const float side = ui.px(height), top = area.centre().y - side / 2;
    float right = area.right() - ui.px(16);
    const auto take = [&](float width = 0) {
        right -= std::max(width, side);
        const Rect rect{right, top, std::max(width, side), side};
        right -= ui.px(4);
        return rect;
    };
    const Rect keys = take(), theme = take(), redo = take(), undo = take();
    const bool spelled_out = area.width >= ui.px(1400);
    const std::string& keep_label = ui.text("export.button");
    const Rect keep = take(spelled_out ? button_width(ui, keep_label, card_size) : 0);
    const std::string& lecture_label = ui.text("lecture.button");
    const Rect lecture = take(spelled_out ? button_width(ui, lecture_label, card_size) : 0);
    const std::string& files_label = ui.text("files.button");
    const Rect files = take(spelled_out ? button_width(ui, files_label, card_size) : 0);
    if (document)
        draw_document_bar(ui, *document, scene, {left, top, right - ui.px(4) - left, side}, actions,
                          tabs.open.random_weights ? ui.text("top.random_weights") : "");

    const auto labelled = [&](const std::string& name, const Rect& rect, const std::string& label, Icon icon,
                              const char* hint) {
        const ButtonStyle style{.text_size = card_size, .hint = ui.text(hint)};
        return spelled_out ? button(ui, name, rect, label, style) : icon_button(ui, name, rect, icon, style);
    };
    if (labelled("files_button", files, files_label, Icon::folder, "files.button_hint"))
        actions.ask(OpenFileCard{FilePurpose::open});
    if (labelled("export_button", keep, keep_label, Icon::keep, "export.button_hint"))
        actions.ask(OpenExport{});
    if (labelled("lecture_button", lecture, lecture_label, Icon::play, "lecture.button_hint"))
        actions.ask(StartLecture{});

    const auto plain = [&](const char* hint, bool enabled = true) {
        return ButtonStyle{.look = ButtonLook::plain, .enabled = enabled, .hint = ui.text(hint)};
    };
    const bool edits = !tabs.open.own_text; // elsewhere nobody would see what is undone
    if (icon_button(ui, "undo_button", undo, Icon::undo,
                    plain("top.undo_hint", edits && scene.bench.can_undo())))
        actions.ask(Undo{});
    if (icon_button(ui, "redo_button", redo, Icon::redo,
                    plain("top.redo_hint", edits && scene.bench.can_redo())))
        actions.ask(Redo{});
    if (icon_button(ui, "theme_button", theme, ui.theme.palette().dark ? Icon::sun : Icon::moon,
                    plain("top.theme_hint")))
        actions.ask(ToggleTheme{});
    if (icon_button(ui, "keys_button", keys, Icon::help, plain("top.keys_hint"))) actions.ask(ToggleKeys{});
    return {left, top, document ? 0 : right - ui.px(4) - left, side};
}

} // namespace ui
