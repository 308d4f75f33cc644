#include "ui/widgets/path_field.h"

#include "narration/markup.h"
#include "ui/widgets/menu_row.h"

#include <algorithm>

namespace ui {

using namespace drawing;
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
