#include "ui/chrome/top_bar.h"

#include "drawing/paper/figure_file.h"
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

// Design pixels.
constexpr float widest_weights = 310, least_sentence = 160, widest_sentence = 380, widest_pair = 560;

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

/// One field of words; `label` names it when there are two. `kept_free`: as in TextFieldStyle.
void word_field(Ui& ui, DocumentBarState& state, const std::string& name, const std::string& label,
                std::string& text, const Rect& rect, float kept_free, Actions& actions) {
    TextFieldStyle style;
    style.kept_free = kept_free;
    style.wrong = state.wrong;
    style.placeholder = ui.text("top.sentence_placeholder");
    style.label = label;
    style.take_focus = name == "sentence" && std::exchange(state.take_caret, false);
    style.select_all = !state.keeps_words;
    if (name == "sentence") style.select = state.select;
    const auto result = text_field(ui, name, rect, text, style);
    if (name == "sentence" && result.active) state.select.reset();
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

} // namespace

void draw_sentence_field(Ui& ui, DocumentBarState& state, const Scene& scene, const Rect& rect,
                         Actions& actions) {
    follow_document(ui, state, scene.bench.step());
    word_field(ui, state, "sentence", "", state.text, rect, 0, actions);
}

namespace {

void draw_sentence(Ui& ui, DocumentBarState& state, const Scene& scene, const Rect& rect, Actions& actions) {
    const auto& document = scene.bench.document();
    follow_document(ui, state, scene.bench.step());
    const Rect menu_button{rect.right() - rect.height, rect.y, rect.height, rect.height};
    if (!document.memory_text.empty()) {
        const float half = (rect.width - ui.px(6)) / 2;
        word_field(ui, state, "source", ui.text("top.source"), state.memory_text,
                   {rect.x, rect.y, half, rect.height}, 0, actions);
        word_field(ui, state, "sentence", ui.text("top.target"), state.text,
                   {rect.right() - half, rect.y, half, rect.height}, menu_button.width, actions);
    } else {
        word_field(ui, state, "sentence", "", state.text, rect, menu_button.width, actions);
    }
    if (icon_button(ui, "presets_button", menu_button.inset(ui.px(3)), Icon::chevron_down,
                    {.look = ButtonLook::tab, .hint = ui.text("top.presets_hint")}))
        open_popup(ui, "presets", "presets/" + scene.bench.library().presets.front().id);
    if (draw_preset_menu(ui, scene, menu_button, actions)) state.followed = nullptr;
}

} // namespace

void draw_document_bar(Ui& ui, DocumentBarState& state, const Scene& scene, const Rect& area,
                       Actions& actions, float spare) {
    const std::string label = origin_text(ui, scene.pass());
    const float gap = ui.px(8);
    const float most = std::max(0.45F * area.width, area.width - ui.px(least_sentence));
    const float weights_width =
        std::min({menu_button_width(ui, label, card_size), ui.px(widest_weights), most});
    const Rect weights{area.right() - weights_width, area.y, weights_width, area.height};
    const float room = weights.x - gap - area.x;
    const bool two = !scene.pass().document.memory_text.empty();
    const float wide =
        state.fills ? room : std::min(room, spare + ui.px(two ? widest_pair : widest_sentence));
    draw_sentence(ui, state, scene, {weights.x - gap - wide, area.y, wide, area.height}, actions);
    const std::string hint = weights_text(ui, scene.pass()) + ". " + ui.text("top.weights_hint");
    if (menu_button(ui, "weights_button", weights, label, {.text_size = card_size, .hint = hint}))
        open_popup(ui, "weights", "weights/set/0");
    draw_weights_menu(ui, state.weights, scene, weights, actions);
}

// The whole bar.

namespace {

constexpr float height = 32;          // height of every control, design pixels
constexpr float tab_size = body_size; // of the tabs' text
constexpr float least_beside = 480;   // minimum room to the right of the tabs
constexpr float menu_row_height = 32; // of the menu that replaces the tabs in a narrow window

const std::string& title_of(const Ui& ui, std::string_view view) {
    return ui.text(("views." + std::string(view)).c_str());
}

/// The current view, with a menu of all; returns the right end of the button.
float draw_view_menu(Ui& ui, const Tabs& tabs, Point at, Actions& actions) {
    const std::string& label = title_of(ui, tabs.open.key);
    const Rect place{at.x, at.y - ui.px(height) / 2, menu_button_width(ui, label, card_size), ui.px(height)};
    if (menu_button(ui, "views_button", place, label,
                    {.text_size = card_size, .hint = ui.text("top.views_hint")}))
        open_popup(ui, "views", "tab/" + std::string(tabs.open.key));
    const float width = ui.px(200), row = ui.px(menu_row_height);
    const float high = row * static_cast<float>(tabs.views.size()) + ui.px(12);
    Popup popup(ui, "views", {place.x, place.bottom() + ui.px(4), width, high + ui.px(8)});
    if (!popup.open()) return place.right();
    float y = popup.origin().y + ui.px(6);
    for (const ViewKind& entry : tabs.views) {
        if (!entry.has_tab()) continue;
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

float tab_width(const Ui& ui, const ViewKind& view) {
    return ui.canvas.width(Font::sans_bold, ui.px(tab_size), title_of(ui, view.key)) + ui.px(24);
}

/// Mark, name and tabs, from the left; returns their right end.
float draw_tabs(Ui& ui, const Tabs& tabs, const Rect& area, Actions& actions) {
    const float middle = area.centre().y, gap = ui.px(2);
    float x = area.x + ui.px(18);
    const float logo = ui.px(18);
    draw_icon(ui, Icon::logo, {x, middle - logo / 2, logo, logo}, ui[Role::text]);
    x += logo + ui.px(8);
    if (area.width >= ui.px(1400)) {
        const std::string& name = ui.text("top.name");
        ui.canvas.text({x, middle}, name, Font::sans_bold, ui.px(body_size), ui[Role::text]);
        x += ui.canvas.width(Font::sans_bold, ui.px(body_size), name) + ui.px(18);
    }
    float tabs_width = 0;
    for (const ViewKind& entry : tabs.views)
        if (entry.has_tab() && tabs.shows(entry)) tabs_width += tab_width(ui, entry) + gap;
    if (x + tabs_width + ui.px(least_beside) > area.right())
        return draw_view_menu(ui, tabs, {x, middle}, actions) + ui.px(14);
    for (const ViewKind& entry : tabs.views) {
        if (!entry.has_tab() || !tabs.shows(entry)) continue;
        const bool on = &entry == &tabs.open || (entry.entrance && tabs.open.of_lessons);
        const std::string key(entry.key);
        const Rect place{x, middle - ui.px(height) / 2, tab_width(ui, entry), ui.px(height)};
        if (button(ui, "tab/" + key, place, title_of(ui, key),
                   {.look = ButtonLook::tab, .on = on, .text_size = tab_size}))
            actions.ask(OpenView{key});
        x += place.width + gap;
    }
    if (area.contains(ui.mouse)) ui.canvas.forget_pointed(); // names of views are not glossary terms
    return x + ui.px(14);
}

/// What concerns the whole program, each with its key.
void draw_more_menu(Ui& ui, const Rect& under, Actions& actions) {
    const bool dark = ui.theme.choice == ThemeChoice::dark;
    struct Entry {
        const char *name, *text, *key;
        Command command;
    };
    std::vector<Entry> entries{
        {"more/files", "more.files", "Ctrl O", OpenFileCard{FilePurpose::open}},
        {"more/export", "more.export", "Ctrl E", OpenExport{}},
        {"more/share", "more.share", "", OpenExport{.share = true}},
        {"more/worksheet", "more.worksheet", "", OpenWorksheet{}},
        {"more/theme", dark ? "more.light" : "more.dark", "T", ToggleTheme{}},
    };
    if (!drawing::can_write_pages()) // in a browser
        std::erase_if(
            entries, [](const Entry& entry) { return std::holds_alternative<OpenWorksheet>(entry.command); });
    const float width = ui.px(400), row = ui.px(menu_row_height);
    const float high = row * static_cast<float>(entries.size()) + ui.px(12);
    Popup popup(ui, "more", {under.right() - width, under.bottom() + ui.px(4), width, high + ui.px(8)});
    if (!popup.open()) return;
    float y = popup.origin().y + ui.px(6);
    for (const Entry& entry : entries) {
        if (menu_row(ui, entry.name, {popup.origin().x + ui.px(6), y, width - ui.px(12), row},
                     ui.text(entry.text), entry.key, false)) {
            popup.close();
            actions.ask(entry.command);
        }
        y += row;
    }
    popup.used(high);
}

} // namespace

void draw_top_bar(Ui& ui, DocumentBarState* document, const Tabs& tabs, const Scene& scene, const Rect& area,
                  Actions& actions) {
    ui.canvas.fill(area, ui[Role::card]);
    ui.canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, ui[Role::hairline], ui.px(1));
    const float left = draw_tabs(ui, tabs, area, actions);

    // Laid out from the right, drawn (and reached with Tab) from the left.
    const float side = ui.px(height), top = area.centre().y - side / 2;
    float right = area.right() - ui.px(12);
    const auto take = [&](float width) {
        right -= width;
        return Rect{right, top, width, side};
    };
    const Rect keys = take(side), more = take(side);
    const bool edits = !tabs.open.own_text; // elsewhere nobody would see what is undone
    const bool can_undo = edits && scene.bench.can_undo(), can_redo = edits && scene.bench.can_redo();
    const Rect redo = take(can_redo ? side : 0), undo = take(can_undo ? side : 0);
    right -= ui.px(6);
    const std::string& lecture_label = ui.text("lecture.button");
    const Rect lecture = take(button_width(ui, lecture_label, card_size));
    right -= ui.px(8);
    if (tabs.everything) {
        const std::string& label = ui.text(*tabs.everything ? "lesson.only_needed" : "lesson.everything");
        const Rect place = take(button_width(ui, label, card_size));
        right -= ui.px(8);
        if (button(
                ui, "everything", place, label,
                {.look = ButtonLook::plain,
                 .text_size = card_size,
                 .hint = ui.text(*tabs.everything ? "lesson.only_needed_hint" : "lesson.everything_hint")}))
            actions.ask(ShowEverything{});
    }
    const Rect free{left, top, right - left, side};
    // Until undo and redo appear, the field has their room: its left end, and so the caret, stays in place.
    const float spare = 2 * side - undo.width - redo.width;
    if (document) draw_document_bar(ui, *document, scene, free, actions, spare);

    if (button(ui, "lecture_button", lecture, lecture_label,
               {.text_size = card_size, .hint = ui.text("lecture.button_hint")}))
        actions.ask(StartLecture{});
    const auto plain = [&](const char* hint) {
        return ButtonStyle{.look = ButtonLook::tab, .hint = ui.text(hint)};
    };
    if (can_undo && icon_button(ui, "undo_button", undo, Icon::undo, plain("top.undo_hint")))
        actions.ask(Undo{});
    if (can_redo && icon_button(ui, "redo_button", redo, Icon::redo, plain("top.redo_hint")))
        actions.ask(Redo{});
    if (icon_button(ui, "more_button", more, Icon::more, plain("top.more_hint")))
        open_popup(ui, "more", "more/files");
    draw_more_menu(ui, more, actions);
    if (icon_button(ui, "keys_button", keys, Icon::help, plain("top.keys_hint"))) actions.ask(ToggleKeys{});
}

} // namespace ui
