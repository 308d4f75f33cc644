// Before an exercise has a folder: what it asks for, and where it goes.
#include "base/files.h"
#include "exercise/telling.h"
#include "narration/wording.h"
#include "ui/views/check/check.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace ui {

using namespace drawing;
namespace fs = std::filesystem;

namespace {

constexpr float widest_text = 700, form_width = 540, field_label = 96; // design pixels

/// Proposes a folder when the exercise is first looked at.
void propose(CheckFrame& frame) {
    CheckForm& form = frame.state.form;
    if (form.folder_for == frame.level().id) return;
    form.folder_for = frame.level().id;
    form.folder.begin(base::shown(exercise::free_folder(frame.state.work.beside / frame.level().id)));
}

/// The language to write in; returns the height used.
float choose_language(CheckFrame& frame, Point at) {
    Ui& ui = frame.ui;
    std::vector<std::string> names;
    for (const exercise::Language& language : exercise::languages())
        names.emplace_back(language.name);
    const float middle = at.y + ui.px(control_height) / 2;
    ui.canvas.text({at.x, middle}, frame.text("language"), Font::sans, ui.px(card_size), ui[Role::quiet]);
    const int clicked = choice(ui, "check/language", {at.x + ui.px(field_label), at.y}, names,
                               static_cast<int>(frame.state.chosen.language));
    if (clicked >= 0) {
        frame.state.chosen.language = static_cast<std::size_t>(clicked);
        keep_folders(frame.state);
        ui.motion.draw_again();
    }
    return ui.px(control_height + 12);
}

/// The lines of the function to be filled in, and what follows.
std::vector<std::string> code_of(const std::string& file) {
    std::vector<std::string> lines;
    std::istringstream text(file);
    bool has_stages = false; // each begins with a comment, "scores, shape (5, 5)"
    for (std::string line; std::getline(text, line);) {
        if (line.empty() && !has_stages) lines.clear(); // what stands before the function
        if (!line.empty() || has_stages) lines.push_back(line);
        has_stages = has_stages || line.find(", shape (") != std::string::npos;
    }
    return lines;
}

float tell_problem(CheckFrame& frame, const Rect& at) {
    const auto& problem = frame.state.work.problem;
    if (!problem) return 0;
    Ui& ui = frame.ui;
    const std::string said = problem->where + ": " + problem->problem + ". " + problem->hint;
    ui.anchors.add("check/problem", at);
    return paragraph(ui, {at.x, at.y}, at.width, {{said}}, note_size, false, Role::warning, 1.4F) + ui.px(12);
}

/// The file that one will fill in, as far as there is room.
void draw_preview(CheckFrame& frame, const Rect& area, const exercise::Question& question) {
    Ui& ui = frame.ui;
    const CheckForm::Awaited& made = awaited_of(frame, question);
    ui.canvas.text({area.x, area.y + ui.px(8)}, frame.text("preview"), Font::sans, ui.px(card_size),
                   ui[Role::quiet]);
    const Rect box{area.x, area.y + ui.px(26), area.width, area.height - ui.px(26)};
    ui.canvas.fill(box, ui[Role::sunk], ui.px(10));
    ui.canvas.stroke(box, ui[Role::hairline], ui.px(1), ui.px(10));
    ui.anchors.add("check/preview", box);
    const Rect inner = box.inset(ui.px(16));
    ui.canvas.text({inner.x, inner.y + ui.px(8)}, made.name, Font::mono_bold, ui.px(card_size),
                   ui[Role::text]);
    const float line = ui.px(20), size = ui.px(label_size);
    ui.canvas.clip(inner);
    float y = inner.y + ui.px(38);
    for (const std::string& text : code_of(made.text)) {
        if (y + line / 2 > inner.bottom()) break;
        ui.canvas.text({inner.x, y}, text, Font::mono, size, ui[Role::quiet]);
        y += line;
    }
    ui.canvas.unclip();
}

/// Where the exercise goes, or is; and the one filled button.
float choose_folder(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    CheckState& state = frame.state;
    float y = at.y;
    ui.canvas.text({at.x, y + ui.px(16)}, frame.text("folder"), Font::sans, ui.px(card_size),
                   ui[Role::quiet]);
    const float left = at.x + ui.px(field_label);
    const auto field = path_field(ui, "check/folder", {left, y}, at.right() - left, state.form.folder, 4);
    if (field.changed) state.work.problem.reset();
    y += field.height + ui.px(10);
    const fs::path folder = workbench::meant_path(state.form.folder.path);
    const bool holds = exercise::question_in(folder).has_value();
    y += paragraph(ui, {left, y}, at.right() - left, {{frame.text(holds ? "open_note" : "new_note")}},
                   label_size, false, Role::quiet, 1.35F) +
         ui.px(14);
    y += tell_problem(frame, {left, y, at.right() - left, 0});
    const std::string& label = frame.text(holds ? "open" : "new");
    const Rect place{left, y, button_width(ui, label, body_size) + ui.px(28), ui.px(42)};
    const bool pressed =
        button(ui, "check/begin", place, label,
               {.look = ButtonLook::filled, .enabled = !folder.empty(), .text_size = body_size});
    float x = place.right() + ui.px(22);
    const auto link = [&](const char* name) {
        const std::string& words = frame.text(name);
        const bool clicked = check_link(ui, std::string("check/") + name, {x, place.centre().y}, words);
        x += check_link_width(ui, words) + ui.px(22);
        return clicked;
    };
    if (!holds && link("open_other")) { // the folders there are listed
        std::error_code none;
        const fs::path& usual = state.work.beside;
        state.form.folder.begin(
            base::shown((fs::is_directory(usual, none) ? usual : usual.parent_path()) / ""));
        state.form.folder.take_caret = true;
        ui.motion.draw_again();
    }
    if (state.shown.elsewhere && link("back")) {
        state.shown.elsewhere = false;
        state.work.problem.reset();
        ui.motion.draw_again();
    }
    if (pressed || (field.entered && !folder.empty())) {
        state.shown.elsewhere = false;
        holds ? use_folder(state, folder) : begin_exercise(frame, folder);
        ui.motion.draw_again();
    }
    return place.bottom();
}

float offer_download(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    float y = at.y;
    y += paragraph(ui, {at.x, y}, at.width, {{frame.text("on_page")}}, note_size, false, Role::quiet) +
         ui.px(16);
    y += tell_problem(frame, {at.x, y, at.width, 0});
    const std::string& label = frame.text("download");
    const Rect place{at.x, y, button_width(ui, label, body_size) + ui.px(28), ui.px(42)};
    if (button(ui, "check/begin", place, label, {.look = ButtonLook::filled, .text_size = body_size}))
        begin_download(frame);
    return place.bottom();
}

} // namespace

void draw_begin(CheckFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("check/answer", area);
    propose(frame);
    ScrollArea scrolled(ui, "check/begin_scroll", area);
    const float pad = ui.px(36), x = area.x + pad;
    const float width = std::min(area.width - 2 * pad, ui.px(widest_text));
    float y = scrolled.top() + ui.px(48);
    ui.canvas.text({x, y}, frame.text("begin_title"), Font::sans_bold, ui.px(26), ui[Role::text]);
    y += ui.px(28);
    y += paragraph(ui, {x, y}, width, {{frame.text("begin_about")}}, body_size, false, Role::quiet) +
         ui.px(22);
    ui.canvas.line({x, y}, {x + width, y}, ui[Role::hairline], ui.px(1));
    y += ui.px(32);
    ui.canvas.text({x, y}, std::to_string(frame.state.chosen.level + 1) + "  " + frame.title(),
                   Font::sans_bold, ui.px(20), ui[Role::text]);
    y += ui.px(20);
    const exercise::Question sample = exercise::make_question(frame.level(), 1);
    const float whole = area.width - 2 * pad;
    y = draw_task(frame, {x, y, width, 0}, sample) + ui.px(22);
    y = draw_awaited(frame, {x, y, whole, 0}, sample) + ui.px(26);
    // Beside the form what it will write.
    const float beside = ui.px(form_width + 40), least_preview = ui.px(300);
    const bool has_preview = whole - beside >= least_preview;
    const float form = has_preview ? ui.px(form_width) : width;
    const float top = y;
    y += choose_language(frame, {x, y});
    y = frame.on_page ? offer_download(frame, {x, y, form, 0}) : choose_folder(frame, {x, y, form, 0});
    if (has_preview) {
        const float room = area.bottom() - (top - scrolled.top() + area.y) - ui.px(40);
        const float high = std::max(y - top, room);
        draw_preview(frame, {x + beside, top, whole - beside, high}, sample);
        y = top + high;
    }
    scrolled.ends_at(y + ui.px(36));
}

} // namespace ui
