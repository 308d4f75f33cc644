#include "ui/widgets/text_field.h"

#include "drawing/shapes/display_text.h"
#include "narration/narration.h"

#include <algorithm>
#include <imgui.h>

namespace ui {

using namespace drawing;

namespace {

constexpr float field_corner = 8; // design pixels

/// The field's font with all glyphs that ImGui may draw in this frame, including those of keys just pressed.
SizedFont font_with(const Ui& ui, const TextFieldStyle& style, std::string text) {
    for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters)
        append_letter(text, letter);
    return ui.canvas.field_font(style.font, ui.px(style.size), text + style.placeholder);
}

} // namespace

TextFieldResult text_field(Ui& ui, const std::string& name, const Rect& rect, std::string& text,
                           const TextFieldStyle& style) {
    const bool focused = ui.focus.item(name);
    const bool was_editing = ui.editing.name == ui.scope + name;
    // While the field is edited, its text lives in ui.editing: a click elsewhere may take the focus before
    // ImGui returns the last letters.
    if (was_editing) text = ui.editing.text;
    // When not edited, text is drawn as everywhere else, right to left if needed; ImGui would place the
    // letters in logical order.
    const bool at_rest = !was_editing && !text.empty();
    const SizedFont font = font_with(ui, style, at_rest ? std::string() : text);
    if (style.frame) {
        const float corner = ui.px(field_corner);
        ui.canvas.fill(rect, ui[Role::sunk], corner);
        ui.canvas.stroke(rect, ui[style.wrong ? Role::warning : Role::edge], ui.px(style.wrong ? 2.0F : 1.0F),
                         corner);
    }
    const std::string before = text;
    float inset = 0;
    if (!style.label.empty()) {
        const float size = ui.px(style.size - 2);
        ui.canvas.text({rect.x + ui.px(10), rect.centre().y}, style.label, Font::sans, size, ui[Role::quiet]);
        inset = ui.canvas.width(Font::sans, size, style.label) + ui.px(6);
    }
    if (style.take_focus) ui.motion.draw_again(); // the caret comes in the next frame
    const float room = rect.width - inset - style.kept_free;
    TextEntry entry{name, {rect.x + inset, rect.y, room, rect.height}, font, at_rest};
    entry.begin = style.take_focus || ui.focus.arrived(name) || ui.focus.activated(name);
    entry.was_editing = was_editing;
    if (style.complete && ui.editing.tab && was_editing) entry.replacement = style.complete(text);
    const TextEntered typed = enter_text(ui, entry, text, style);
    TextFieldResult result{.began = typed.began, .entered = typed.entered, .active = typed.active};
    if (at_rest) {
        const float within = room - ui.px(16);
        ui.canvas.text_within({rect.x + inset + ui.px(8), rect.centre().y}, within, text, style.font,
                              font.font->FontSize, ui[Role::text]);
        const bool is_cut = ui.canvas.width(style.font, font.font->FontSize, text) > within;
        if (is_cut && typed.hovered) ui.cursor_hint = text;
    }
    if (result.active && typed.hovered && has_right_to_left(text))
        ui.cursor_hint = ui.text("top.right_to_left_hint");
    // ImGui gives the focus only in the next frame and drops earlier input: the field is no anchor until
    // then.
    if (!style.take_focus)
        ui.anchors.add_control(name, {rect.x, rect.y, rect.width - style.kept_free, rect.height});
    const bool left_by_tab = result.active && ui.tabbed && !ui.focus.arrived(name);
    if (left_by_tab) leave_text(ui);
    if (result.active)
        ui.editing = {ui.scope + name, text, style.complete && style.complete(text) != text, ui.editing.tab};
    if (!result.active && was_editing) ui.editing = {};
    if (result.began) ui.motion.draw_again(); // the ring is drawn in the next frame
    if (result.began && !focused) ui.focus.set(name);
    result.changed = text != before;
    result.cancelled = typed.cancelled;
    result.committed = !result.cancelled && (result.entered || left_by_tab || typed.left_after_edit);
    if (result.active || focused)
        focus_ring(ui, rect.inset(ui.px(2)), ui.px(4), style.wrong ? Role::warning : Role::focus);
    return result;
}

// The file path.

using workbench::FolderEntry;

namespace {

constexpr float field_height = 34, gap = 6; // design pixels

/// The contents of the path's folder; empty while it is being listed.
std::vector<FolderEntry> entries_of(Ui& ui, PathFieldState& state) {
    const std::string folder = workbench::split_path(state.path).folder;
    const auto listed = state.listing.ask(
        {{}, {folder, state.ending, state.looked}}, [folder, ending = state.ending](const base::StopToken&) {
            return std::make_shared<const ListedFolder>(
                ListedFolder{folder, workbench::list_folder(folder, ending)});
        });
    ui.wait_for(state.listing);
    if (!listed || listed->folder != folder) return {};
    return listed->entries;
}

void more(Ui& ui, Point at, std::size_t count) {
    const narration::Values values{{"count", {{std::to_string(count)}}}};
    ui.canvas.text(at, ui.plain("files.more", values), Font::sans, ui.px(label_size), ui[Role::quiet]);
}

} // namespace

PathFieldResult path_field(Ui& ui, const std::string& name, Point at, float width, PathFieldState& state,
                           int rows) {
    const auto entries = entries_of(ui, state);
    TextFieldStyle style{.size = label_size, .take_focus = state.take_caret, .select_all = false};
    style.complete = [&](const std::string& typed) { return workbench::completed(typed, entries); };
    const auto typed = text_field(ui, name, {at.x, at.y, width, ui.px(field_height)}, state.path, style);
    if (typed.active) state.take_caret = false;
    PathFieldResult result{.changed = typed.changed, .entered = typed.entered, .cancelled = typed.cancelled};

    const workbench::TypedPath path = workbench::split_path(state.path);
    const auto names = workbench::beginning_with(entries, path.name);
    float y = at.y + ui.px(field_height + gap);
    const auto shown = std::min(names.size(), static_cast<std::size_t>(rows));
    for (std::size_t i = 0; i < shown; ++i) {
        const FolderEntry& entry = names[i];
        const std::string label = entry.name + (entry.is_folder ? "/" : "");
        if (menu_row(ui, name + "/entry/" + std::to_string(i), {at.x, y, width, ui.px(control_height)}, label,
                     "", false)) {
            state.path = path.folder + label;
            result.changed = true;
            result.taken = !entry.is_folder;
        }
        y += ui.px(control_height);
    }
    if (names.size() > shown) {
        more(ui, {at.x + ui.px(12), y + ui.px(control_height) / 2}, names.size() - shown);
        y += ui.px(control_height);
    }
    result.height = y - at.y;
    return result;
}

} // namespace ui
