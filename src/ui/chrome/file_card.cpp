#include "ui/chrome/file_card.h"

#include "base/files.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/popup.h"
#include "ui/widgets/rich_text.h"
#include "workbench/session/session.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
namespace fs = std::filesystem;

namespace {

constexpr float file_card_width = 520; // design pixels
constexpr int most_names = 6, most_recent = 4;
constexpr const char* usual_name = "attention-lab-session.json";

/// The initial path: to open, the current file's folder; to save, that file.
std::string first_path(FilePurpose purpose, const fs::path& current, const fs::path& folder,
                       bool names_only) {
    if (names_only) return base::shown(current.empty() ? fs::path(usual_name) : current.filename());
    const fs::path place = current.empty() ? folder : current.parent_path();
    if (purpose == FilePurpose::open) return base::shown(place / "");
    return base::shown(current.empty() ? place / usual_name : current);
}

/// Fills the card from top to bottom.
struct FileCard {
    Ui& ui;
    FileCardState& state;
    Actions& actions;
    float x, y, width;
    bool cancelled = false; ///< Escape was pressed in the path

    void purposes(const workbench::SessionFiles& files, const fs::path& folder) {
        const std::vector<std::string> names{ui.text("files.open"), ui.text("files.save_as"),
                                             ui.text("files.record")};
        const int clicked = choice(ui, "files/purpose", {x, y}, names, static_cast<int>(state.purpose));
        if (clicked >= 0) {
            state.purpose = static_cast<FilePurpose>(clicked);
            state.field.begin(first_path(state.purpose, files.current(), folder, !!state.choose_file));
        }
        y += ui.px(40);
    }

    /// Where files have no paths, the user chooses one outside the program, or types a code.
    void choose() {
        const std::string& label = ui.text("files.choose");
        if (button(ui, "files/choose", {x, y, button_width(ui, label, panel_size), ui.px(32)}, label,
                   {.look = ButtonLook::filled, .text_size = panel_size}))
            state.choose_file();
        y += ui.px(42);
        note("files.choose_about");
        text_field(
            ui, "files/code", {x, y, width, ui.px(34)}, state.code,
            {.size = label_size, .placeholder = "attention-lab:…", .label = ui.text("files.code_field")});
        y += ui.px(34);
    }

    /// True when the file is to be opened or saved now.
    bool path() {
        const auto field =
            path_field(ui, "files/path", {x, y}, width, state.field, state.choose_file ? 0 : most_names);
        y += field.height + ui.px(8);
        cancelled = field.cancelled;
        const bool open = state.purpose == FilePurpose::open;
        std::error_code unknown;
        const fs::path meant = workbench::meant_path(state.field.path);
        if (!open && !state.choose_file && fs::is_regular_file(meant, unknown)) note("export.replaces");
        const std::string& label = ui.text(open ? "files.open" : "files.save");
        const float wide = button_width(ui, label, panel_size);
        const bool enabled = meant.has_filename();
        const bool pressed =
            button(ui, "files/do", {x + width - wide, y, wide, ui.px(32)}, label,
                   {.look = ButtonLook::filled, .enabled = enabled, .text_size = panel_size});
        y += ui.px(32);
        return (enabled && (pressed || field.entered)) || (open && field.taken);
    }

    void note(const char* text) {
        y +=
            paragraph(ui, {x, y}, width, {{ui.text(text)}}, label_size, false, Role::quiet, 1.35F) + ui.px(6);
    }

    /// Adds a step to a lesson of the user's own: what is on screen, with a title and a few words.
    void record() {
        RecordStep& step = state.step;
        if (step.lesson.empty()) step.lesson = ui.text("files.own_lesson");
        const auto field = [&](const char* name, std::string& text, const char* label) {
            text_field(ui, name, {x, y, width, ui.px(32)}, text, {.label = ui.text(label)});
            y += ui.px(38);
        };
        field("files/lesson", step.lesson, "files.lesson");
        field("files/step_title", step.title, "files.step_title");
        field("files/step_text", step.text, "files.step_text");
        field("files/step_caption", step.caption, "files.step_caption");
        field("files/step_note", step.note, "files.step_note");
        field("files/step_ask", step.ask, "files.step_ask");
        if (!step.ask.empty()) {
            field("files/step_number", step.number, "files.step_number");
            field("files/step_because", step.because, "files.step_because");
        }
        note("files.record_hint");
        const std::string& label = ui.text("files.add_step");
        const float wide = button_width(ui, label, panel_size);
        const bool enabled = !step.lesson.empty() && !step.title.empty() && !step.text.empty();
        if (button(ui, "files/add_step", {x + width - wide, y, wide, ui.px(32)}, label,
                   {.look = ButtonLook::filled, .enabled = enabled, .text_size = panel_size}))
            actions.ask(step);
        y += ui.px(32);
    }

    /// What is on screen as a code: one line of text, to be sent in a message.
    void code() {
        y += ui.px(14);
        const std::string& label = ui.text("files.copy_code");
        if (button(ui, "files/copy_code", {x, y, button_width(ui, label), ui.px(control_height)}, label,
                   {.hint = ui.text("files.copy_code_hint")}))
            actions.ask(CopyCode{});
        y += ui.px(control_height + 6);
        note(state.choose_file ? "files.paste_code_here" : "files.paste_code");
    }

    void recent(const std::vector<std::string>& files) {
        if (files.empty()) return;
        y += ui.px(18);
        caption(ui, {x, y}, ui.text("files.recent"));
        y += ui.px(12);
        const auto count = std::min<std::size_t>(files.size(), most_recent);
        for (std::size_t i = 0; i < count; ++i) {
            const fs::path file = base::path_from_utf8(files[i]);
            const bool clicked =
                menu_row(ui, "files/recent/" + std::to_string(i),
                         {x - ui.px(8), y, width + ui.px(16), ui.px(control_height)},
                         base::shown(file.filename()), base::shown(file.parent_path().filename()), false);
            y += ui.px(control_height);
            if (clicked) actions.ask(OpenFile{base::path_shown_as(files[i])});
        }
    }
};

} // namespace

namespace {

/// The caret is in the path: the current file's, or one beside it.
void open_file_card(Ui& ui, FileCardState& state, FilePurpose purpose, const workbench::SessionFiles& files,
                    const fs::path& folder) {
    state.purpose = purpose;
    state.done = false;
    state.field.ending = ".json";
    state.field.begin(first_path(purpose, files.current(), folder, !!state.choose_file));
    open_popup(ui, "files");
    if (state.choose_file && purpose == FilePurpose::open) return ui.focus.go("files/choose");
    ui.focus.go("files/path");
    state.field.take_caret = true;
}

} // namespace

void draw_file_card(Ui& ui, FileCardState& state, const workbench::SessionFiles& files,
                    const fs::path& folder, Actions& actions) {
    if (const auto purpose = std::exchange(state.opens, std::nullopt))
        open_file_card(ui, state, *purpose, files, folder);
    const Rect* under = ui.anchors.find("files_button");
    if (!under) return;
    Popup popup(ui, "files",
                {under->right() - ui.px(file_card_width), under->bottom() + ui.px(4), ui.px(file_card_width),
                 ui.px(state.height)});
    if (!popup.open()) return;
    if (std::exchange(state.done, false)) return popup.close();
    const Point origin = popup.origin();
    FileCard card{
        ui, state, actions, origin.x + ui.px(20), origin.y + ui.px(16), ui.px(file_card_width - 40)};
    card.purposes(files, folder);
    if (state.purpose == FilePurpose::record) {
        card.record();
        return popup.ends_at(card.y, state.height);
    }
    const bool chosen_outside = state.choose_file && state.purpose == FilePurpose::open;
    if (chosen_outside) card.choose();
    const bool done = !chosen_outside && card.path();
    const std::string& typed = chosen_outside ? state.code : state.field.path;
    if (workbench::is_code(typed)) {
        actions.ask(OpenCode{typed});
        state.code.clear();
        popup.close();
    } else if (done) {
        const fs::path file = workbench::meant_path(state.field.path);
        if (state.purpose == FilePurpose::open)
            actions.ask(OpenFile{file});
        else
            actions.ask(SaveFile{file});
    }
    if (card.cancelled) popup.close();
    if (state.purpose == FilePurpose::open && !chosen_outside) card.recent(files.recent());
    card.code();
    popup.ends_at(card.y, state.height);
}

} // namespace ui
