#include "ui/chrome/file_cards.h"

#include "base/files.h"
#include "drawing/paper/figure_file.h"
#include "narration/wording.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/session/all_numbers.h"
#include "workbench/session/session.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
namespace fs = std::filesystem;

// A session.

namespace {

/// What a card is filled with, from top to bottom.
struct Column {
    Ui& ui;
    float x, y, width;

    void note(const char* text, const fs::path& folder = {}) {
        // A path is not prose: it has its own look and no terms to explain.
        const narration::Values values{
            {"folder", narration::toned(base::shown(folder), narration::Tone::number)}};
        const narration::Paragraph words = ui.said(text, values);
        y += paragraph(ui, {x, y}, width, words, label_size, false, Role::quiet, 1.35F) + ui.px(6);
    }
};

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

struct FileCard : Column {
    FileCardState& state;
    Actions& actions;
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
        if (button(ui, "files/choose", {x, y, button_width(ui, label, card_size), ui.px(32)}, label,
                   {.text_size = card_size}))
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
        const float wide = button_width(ui, label, card_size);
        const bool enabled = meant.has_filename() || (open && workbench::is_of_real_model(meant));
        const bool pressed = button(ui, "files/do", {x + width - wide, y, wide, ui.px(32)}, label,
                                    {.enabled = enabled, .text_size = card_size});
        y += ui.px(32);
        return (enabled && (pressed || field.entered)) || (open && field.taken);
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
        const float wide = button_width(ui, label, card_size);
        const bool enabled = !step.lesson.empty() && !step.title.empty() && !step.text.empty();
        if (button(ui, "files/add_step", {x + width - wide, y, wide, ui.px(32)}, label,
                   {.enabled = enabled, .text_size = card_size}))
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
    const Rect* under = ui.anchors.find("more_button");
    if (!under) return;
    Popup popup(ui, "files",
                {under->right() - ui.px(file_card_width), under->bottom() + ui.px(4), ui.px(file_card_width),
                 ui.px(state.height)});
    if (!popup.open()) return;
    if (std::exchange(state.done, false)) return popup.close();
    const Point origin = popup.origin();
    FileCard card{
        {ui, origin.x + ui.px(20), origin.y + ui.px(16), ui.px(file_card_width - 40)}, state, actions};
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

// A figure.

namespace {

constexpr float export_card_width = 460, export_row_height = 32; // design pixels

const Exportable* chosen(const ExportState& state, const Exportables& offered) {
    const auto found = std::ranges::find(offered, state.figure, &Exportable::name);
    return found != offered.end() ? &*found : offered.empty() ? nullptr : &offered.front();
}

const Exportable* pointed_at(const Ui& ui, const Exportables& offered) {
    for (const Exportable& what : offered)
        if (const Rect* place = ui.anchors.find(what.anchor); place && place->contains(ui.mouse))
            return &what;
    return nullptr;
}

std::string file_name(const Exportable& what, ExportFormat format) {
    return "attention-lab-" + what.name + "." + key(format);
}

/// Keeps the folder of the path.
void choose(ExportState& state, const Exportable& what) {
    state.figure = what.name;
    if (!what.offers(state.format)) {
        const auto formats = export_formats();
        const auto usable = std::ranges::find_if(formats, [&](ExportFormat f) { return what.offers(f); });
        if (usable != formats.end()) state.format = *usable;
    }
    const fs::path before = base::path_from_utf8(state.path);
    const fs::path folder = before.empty() ? base::path_from_utf8(state.folder) : before.parent_path();
    state.path = base::shown(folder / file_name(what, state.format));
}

/// The file extension follows the format, and vice versa.
void choose(ExportState& state, ExportFormat format) {
    fs::path path = base::path_from_utf8(state.path);
    const auto formats = export_formats();
    const bool has_ending =
        std::ranges::any_of(formats, [&](ExportFormat f) { return path.extension() == "." + key(f); });
    state.format = format;
    if (path.has_filename())
        state.path =
            base::shown(has_ending ? path.replace_extension(key(format)) : path += "." + key(format));
}

void follow_typed_ending(ExportState& state, const Exportable& what) {
    const fs::path path = base::path_from_utf8(state.path);
    for (const ExportFormat format : export_formats())
        if (path.extension() == "." + key(format) && what.offers(format)) state.format = format;
}

/// The target file.
fs::path target_of(const ExportState& state) {
    return workbench::meant_path(state.path);
}

/// The absolute folder of the target.
fs::path folder_of(const ExportState& state) {
    std::error_code failed;
    const fs::path whole = fs::absolute(target_of(state), failed);
    return (failed ? target_of(state) : whole).parent_path().lexically_normal();
}

/// The folder for all numbers of a pass.
fs::path numbers_folder(const ExportState& state) {
    return folder_of(state) / "attention-lab-numbers";
}

/// What the worker has done so far.
struct Written {
    fs::path file;
    float done = 1; ///< of a clip
};

std::shared_ptr<const Written> written(const fs::path& file) {
    std::error_code failed;
    const fs::path whole = fs::absolute(file, failed);
    return std::make_shared<const Written>(Written{failed ? file : whole});
}

/// One moment of a clip after the other.
base::Worker::Job clip_job(const Exportable& what, const fs::path& file) {
    return [what, file, writer = std::shared_ptr<ClipWriter>()](base::StopToken) mutable {
        constexpr double rest = 0.005; // seconds
        if (!writer) writer = clip_writer(what, file);
        const ClipWriter::Step step = writer->next();
        if (step == ClipWriter::Step::written) return base::Slice<Written>(written(file));
        return base::Slice<Written>(std::make_shared<const Written>(Written{file, writer->done()}), false,
                                    step == ClipWriter::Step::waits ? rest : 0);
    };
}

void start_writing(Ui& ui, ExportState& state, const Exportable& what) {
    state.done = 0;
    if (state.format == ExportFormat::apng)
        state.worker.start(clip_job(what, target_of(state)));
    else
        state.worker.start(
            [what, format = state.format, file = target_of(state), dark = state.dark](base::StopToken) {
                write_export(what, format, file, dark);
                return written(file);
            });
    ui.motion.draw_again();
}

/// Writes every number of the pass into a folder beside the figures.
void start_writing(Ui& ui, ExportState& state, const std::shared_ptr<const workbench::Pass>& pass) {
    state.worker.start([pass, folder = numbers_folder(state), script = state.script](base::StopToken) {
        workbench::write_all_numbers(*pass, script, folder);
        return std::make_shared<const Written>(Written{folder});
    });
    ui.motion.draw_again();
}

/// Reports where the file is, or what went wrong; true when it was written.
bool tell_result(Ui& ui, ExportState& state, Actions& actions) {
    const auto result = state.worker.take();
    if (!result) return false;
    if (!result->error) {
        const auto& [file, done] = *std::static_pointer_cast<const Written>(result->made);
        state.done = done;
        ui.motion.draw_again();
        if (!result->finished) return false;
        if (!state.deliver) state.folder = base::shown(file.parent_path()); // now known to be writable
        if (state.deliver) state.deliver(file);
        const std::string written = base::shown(state.deliver ? file.filename() : file);
        actions.ask(Tell{ui.text("export.written") + " " + written, ""});
        return true;
    }
    actions.ask(ShowMistake{*result->error});
    return false;
}

/// How far a clip is, with a button to stop it.
void draw_progress(Ui& ui, ExportState& state, const Rect& line, Actions& actions) {
    const std::string& label = ui.text("export.writing");
    const std::string& cancel = ui.text("export.cancel");
    const float wide = button_width(ui, cancel, card_size), middle = line.centre().y;
    const float text = ui.canvas.width(Font::sans, ui.px(card_size), label) + ui.px(14);
    ui.canvas.text({line.x, middle}, label, Font::sans, ui.px(card_size), ui[Role::text]);
    const Rect bar{line.x + text, middle - ui.px(3), line.width - text - wide - ui.px(14), ui.px(6)};
    ui.canvas.fill(bar, ui[Role::track], ui.px(3));
    ui.canvas.fill({bar.x, bar.y, state.done * bar.width, bar.height}, ui[Role::query_fill], ui.px(3));
    if (!button(ui, "export/cancel", {line.right() - wide, line.y, wide, line.height}, cancel,
                {.text_size = card_size}))
        return;
    state.worker.cancel();
    actions.ask(Tell{ui.text("export.cancelled"), ""});
}

bool is_writing_clip(const ExportState& state) {
    return state.worker.busy() && state.done > 0 && state.done < 1;
}

struct ExportCard : Column {
    ExportState& state;
    bool cancelled = false; ///< Escape was pressed in the path

    void heading(const char* text) {
        y += ui.px(12);
        caption(ui, {x, y}, ui.text(text));
        y += ui.px(14);
    }

    void figures(const Exportables& offered, const Exportable& now) {
        heading("export.figure");
        for (const Exportable& what : offered) {
            if (menu_row(ui, "export/figure/" + what.name,
                         {x - ui.px(8), y, width + ui.px(16), ui.px(export_row_height)}, what.title, "",
                         &what == &now))
                choose(state, what);
            y += ui.px(export_row_height);
        }
    }

    void formats(const Exportable& now) {
        heading("export.format");
        float at = x;
        for (const ExportFormat format : export_formats()) {
            std::string label = key(format);
            std::ranges::transform(label, label.begin(), [](char c) { return static_cast<char>(c - 32); });
            const float wide = button_width(ui, label);
            if (button(ui, "export/" + key(format), {at, y, wide, ui.px(control_height)}, label,
                       {.on = format == state.format,
                        .enabled = now.offers(format),
                        .hint = ui.texts.text("export.hint_" + key(format))}))
                choose(state, format);
            at += wide + ui.px(4);
        }
        y += ui.px(36);
        if (!can_write_figures()) note("export.no_cairo");
        if (now.offers(ExportFormat::apng)) said(now.moves);
        if (state.format == ExportFormat::csv || now.poster) return;
        if (toggle(ui, "export/dark", {x, y}, ui.text("export.dark"), state.dark)) state.dark = !state.dark;
        y += ui.px(24);
    }

    /// The numbers of a matrix in the forms in which people pass them on.
    void copies(const Exportable& now, Actions& actions) {
        if (!now.text) return;
        heading("export.copy_as");
        float at = x;
        for (const MatrixFormEntry& form : matrix_forms()) {
            const std::string label(form.title);
            const float wide = button_width(ui, label);
            if (button(ui, "export/copy/" + std::string(form.key), {at, y, wide, ui.px(control_height)},
                       label, {.hint = ui.text("export.copy_as_hint")}))
                actions.ask(CopyText{now.text(form.form),
                                     narration::plain_text(ui.texts, "export.copied",
                                                           {{"figure", narration::toned(now.title)},
                                                            {"form", narration::toned(label)}})});
            at += wide + ui.px(4);
        }
        y += ui.px(control_height + 4);
    }

    void said(const std::string& text) {
        y += paragraph(ui, {x, y}, width, {{text}}, label_size, false, Role::quiet, 1.35F) + ui.px(6);
    }

    /// True when the file is to be written now.
    bool file(const Exportable& now, Actions& actions) {
        heading("export.file");
        const auto typed =
            text_field(ui, "export/path", {x, y, width, ui.px(34)}, state.path, {.size = label_size});
        if (typed.changed) follow_typed_ending(state, now);
        cancelled = typed.cancelled;
        y += ui.px(40);
        std::error_code ignored;
        const bool has_place = !state.deliver;
        if (has_place && !state.path.empty() && target_of(state).is_relative())
            note("export.goes_to", folder_of(state));
        if (has_place && fs::is_regular_file(target_of(state), ignored)) note("export.replaces");
        if (is_writing_clip(state)) {
            draw_progress(ui, state, {x, y, width, ui.px(32)}, actions);
            y += ui.px(32);
            return false;
        }
        const std::string& save = ui.text("export.save");
        const float wide = button_width(ui, save, card_size);
        const bool can = now.offers(state.format) && !state.path.empty() && !state.worker.busy();
        const bool pressed = button(ui, "export/save", {x + width - wide, y, wide, ui.px(32)}, save,
                                    {.enabled = can, .text_size = card_size});
        y += ui.px(32);
        return can && (pressed || typed.entered);
    }

    /// True when every number of the pass is to be written.
    bool all_numbers(bool trained) {
        heading("export.all_numbers");
        const fs::path folder = numbers_folder(state);
        note(trained ? "export.all_numbers_trained" : "export.all_numbers_note",
             state.deliver ? folder.filename() : folder);
        std::error_code ignored;
        if (!state.deliver && fs::exists(folder, ignored)) note("export.replaces_numbers");
        const std::string& save = ui.text("export.save_all");
        const float wide = button_width(ui, save, card_size);
        const bool pressed = button(ui, "export/all_numbers", {x + width - wide, y, wide, ui.px(32)}, save,
                                    {.enabled = !state.worker.busy(), .text_size = card_size});
        y += ui.px(32);
        return pressed;
    }
};

/// All that is on screen as one line of text.
void code_row(ExportCard& card, Actions& actions) {
    Ui& ui = card.ui;
    card.heading("export.code");
    card.note("export.code_about");
    const std::string& copy = ui.text("export.copy_code");
    const float wide = button_width(ui, copy, card_size);
    if (button(ui, "export/copy_code", {card.x + card.width - wide, card.y, wide, ui.px(32)}, copy,
               {.text_size = card_size, .hint = ui.text("files.copy_code_hint")}))
        actions.ask(CopyCode{});
    card.y += ui.px(32);
}

/// Says so when there is no figure.
void open_export_card(Ui& ui, ExportState& state, const Exportables& offered, Actions& actions) {
    if (offered.empty() && state.shares) return actions.ask(CopyCode{});
    if (offered.empty()) return actions.ask(Tell{ui.text("export.nothing"), ""});
    state.path.clear();
    const auto shared = std::ranges::find(offered, share_name, &Exportable::name);
    if (state.shares && shared != offered.end()) {
        choose(state, *shared);
        if (shared->offers(ExportFormat::png)) choose(state, ExportFormat::png);
    } else if (const Exportable* pointed = pointed_at(ui, offered)) {
        choose(state, *pointed);
    } else if (const Exportable* before = chosen(state, offered)) {
        choose(state, *before);
    }
    open_popup(ui, "export");
    ui.focus.go("export/" + key(state.format));
}

} // namespace

void draw_export(Ui& ui, ExportState& state, const std::function<Exportables()>& offer,
                 const std::shared_ptr<const workbench::Pass>& pass, const Rect& view, Actions& actions) {
    const bool written = tell_result(ui, state, actions);
    if (std::exchange(state.opens, false)) open_export_card(ui, state, offer(), actions);
    const Rect* under = ui.anchors.find("more_button");
    if (!under) return;
    Popup popup(ui, "export",
                {under->right() - ui.px(export_card_width), under->bottom() + ui.px(4),
                 ui.px(export_card_width), ui.px(state.height)});
    if (!popup.open()) {
        if (!is_writing_clip(state)) return;
        const Rect strip{view.centre().x - ui.px(250), view.y + ui.px(12), ui.px(500), ui.px(46)};
        ui::card(ui, strip);
        return draw_progress(ui, state,
                             {strip.x + ui.px(18), strip.y + ui.px(8), strip.width - ui.px(28), ui.px(30)},
                             actions);
    }
    const Exportables offered = offer();
    const Exportable* now = chosen(state, offered);
    if (written || !now) return popup.close();
    const Point origin = popup.origin();
    ExportCard card{{ui, origin.x + ui.px(20), origin.y + ui.px(6), ui.px(export_card_width - 40)}, state};
    const bool alone = offered.size() == 1 || (state.shares && now->name == share_name);
    if (!alone) card.figures(offered, *now);
    now = chosen(state, offered);
    card.formats(*now);
    if (card.file(*now, actions)) start_writing(ui, state, *now);
    if (!state.shares) card.copies(*now, actions);
    if (state.shares)
        code_row(card, actions);
    else if (pass && card.all_numbers(pass->reading != nullptr))
        start_writing(ui, state, pass);
    if (card.cancelled) popup.close();
    popup.ends_at(card.y, state.height);
}

} // namespace ui
