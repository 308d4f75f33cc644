// The learner's file: whether it is watched, when it was saved, and its lines for the stage that differs.
#include "base/files.h"
#include "base/input_error.h"
#include "narration/wording.h"
#include "ui/views/check/check.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <imgui.h>

namespace ui {

using namespace drawing;
namespace fs = std::filesystem;

namespace {

/// The answer is older than the code: what is said of it may not hold any more.
bool is_outdated(const CheckFrame& frame) {
    const auto& seen = frame.state.work.seen;
    if (!seen || !seen->code_saved) return false;
    const auto& tries = frame.state.work.tries;
    const auto last = std::ranges::find_if(tries.rbegin(), tries.rend(),
                                           [](const auto& one) { return !one->attempt.file.empty(); });
    return last != tries.rend() && (*last)->attempt.saved < *seen->code_saved;
}

/// The name of the file, and of its answer: when it was saved, or that it is awaited.
float draw_name(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    const auto& seen = frame.state.work.seen;
    const exercise::Language* language = &frame.language();
    fs::path code = language->file;
    if (seen && !seen->code.file.empty()) code = seen->code.file.filename();
    for (const exercise::Language& each : exercise::languages())
        if (code == each.file) language = &each;
    std::string state = frame.plain("no_answer", {{"answer", language->answer}});
    Role role = Role::quiet;
    if (const ShownTry* bad = frame.unreadable()) {
        const fs::path& file = bad->attempt.file;
        state = file.empty() ? frame.text("pasted_unreadable")
                             : frame.plain("unreadable", {{"answer", base::shown(file.filename())}});
        role = Role::warning;
    } else if (const auto& tries = frame.state.work.tries; !tries.empty()) {
        const exercise::Attempt& last = tries.back()->attempt;
        const std::string time = clock_time(last.saved);
        state = last.file.empty()
                    ? frame.plain("pasted", {{"time", time}})
                    : frame.plain("saved", {{"answer", base::shown(last.file.filename())}, {"time", time}});
    }
    const bool outdated = is_outdated(frame);
    const std::string run = outdated ? frame.plain("run_it", {{"code", base::shown(code)},
                                                              {"time", clock_time(*seen->code_saved)},
                                                              {"answer", language->answer}})
                                     : std::string();
    const float inside = at.width - ui.px(32);
    const auto tell_run = [&](float y, bool only_measured) {
        return paragraph(ui, {at.x + ui.px(16), y}, inside, {{run}}, label_size, only_measured, Role::warning,
                         1.35F);
    };
    const Rect box{at.x, at.y, at.width, ui.px(62) + (outdated ? tell_run(0, true) + ui.px(4) : 0)};
    ui.canvas.fill(box, ui[Role::sunk], ui.px(8));
    ui.canvas.stroke(box, ui[Role::hairline], ui.px(1), ui.px(8));
    const float x = box.x + ui.px(16), width = box.width - ui.px(32);
    ui.canvas.text_within({x, box.y + ui.px(21)}, width, base::shown(code), Font::mono, ui.px(body_size),
                          ui[Role::text]);
    ui.canvas.text_within({x, box.y + ui.px(43)}, width, state, Font::sans, ui.px(label_size), ui[role]);
    if (outdated) {
        const float y = box.y + ui.px(55);
        ui.anchors.add("check/run_it", {x, y, width, box.bottom() - y});
        tell_run(y, false);
    }
    ui.anchors.add("check/file", box);
    return box.bottom();
}

/// Why the newest answer could not be read.
float tell_unreadable(CheckFrame& frame, const Rect& at) {
    const ShownTry* bad = frame.unreadable();
    if (!bad) return at.y;
    Ui& ui = frame.ui;
    const base::InputError& why = *bad->attempt.stopped;
    ui.anchors.add("check/unreadable", at);
    float y = at.y + ui.px(10);
    y +=
        paragraph(ui, {at.x, y}, at.width, {{why.problem + (why.hint.empty() ? "." : "; " + why.hint + ".")}},
                  label_size, false, Role::warning, 1.35F);
    std::string more = bad->attempt.file.empty() ? std::string() : frame.text("again");
    if (frame.shown_try()) more = frame.text("kept_try") + (more.empty() ? "" : " " + more);
    if (more.empty()) return y;
    return y + paragraph(ui, {at.x, y}, at.width, {{more}}, label_size, false, Role::quiet, 1.35F);
}

/// The lines around the stage that differs first, which are lit.
void draw_code(CheckFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const ShownTry* now = frame.shown_try();
    const auto& seen = frame.state.work.seen;
    const bool newest = !frame.state.shown.looked_at;
    const std::vector<exercise::CodeLine>* lines = nullptr;
    if (newest && seen) lines = &seen->code.lines;
    if (!newest && now) lines = &now->attempt.code;
    if (!lines || lines->empty()) {
        if (seen && !seen->code.file.empty())
            paragraph(ui, {area.x, area.y}, area.width, {{frame.text("no_comments")}}, label_size, false,
                      Role::quiet, 1.35F);
        return;
    }
    std::string lit;
    if (const exercise::Checked* checked = frame.checked())
        if (const auto* wrong = checked->first_wrong()) lit = wrong->name;
    const float line = ui.px(25), size = ui.px(card_size);
    const auto room = static_cast<std::size_t>(std::max(1.0F, area.height / line));
    std::size_t first = 0;
    for (std::size_t i = 0; i < lines->size(); ++i)
        if ((*lines)[i].stage == lit) {
            first = i > room / 3 ? i - room / 3 : 0;
            break;
        }
    if (lines->size() > room) first = std::min(first, lines->size() - room);
    if (lines->size() <= room) first = 0;
    float y = area.y + line / 2;
    ui.anchors.add("check/code", area);
    for (std::size_t i = first; i < std::min(first + room, lines->size()); ++i, y += line) {
        const exercise::CodeLine& one = (*lines)[i];
        const bool is_lit = !lit.empty() && one.stage == lit;
        const Rect ground{area.x - ui.px(8), y - line / 2, area.width + ui.px(16), line};
        if (is_lit) ui.canvas.fill(ground, mix(ui[Role::card], ui[Role::positive], 0.1F), ui.px(3));
        ui.canvas.clip(ground); // a long line goes on in the editor
        ui.canvas.text({area.x, y}, one.text, is_lit ? Font::mono_bold : Font::mono, size,
                       ui[is_lit ? Role::text : Role::quiet]);
        ui.canvas.unclip();
    }
}

/// Another starting file beside the question, in the language chosen.
void write_another(CheckFrame& frame) {
    const auto* question = frame.question();
    const fs::path& folder = *frame.folder();
    try {
        std::error_code none;
        if (fs::exists(folder / frame.language().file, none)) {
            frame.actions.ask(
                Tell{frame.plain("file_is_there", {{"file", frame.language().file}}), base::shown(folder)});
            return;
        }
        if (question) exercise::write_starting_file(folder, *question, frame.language(), frame.ui.texts);
        frame.actions.ask(Tell{frame.language().file, base::shown(folder)});
    } catch (const base::InputError& mistake) {
        frame.actions.ask(ShowMistake{mistake});
    }
}

void draw_buttons(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    const std::string& starting = frame.text("starting");
    const float high = ui.px(36), wide = button_width(ui, starting, card_size);
    if (button(ui, "check/starting", {at.x, at.y, wide, high}, starting,
               {.text_size = card_size, .hint = frame.text("starting_hint")}))
        write_another(frame);
    const std::string language = frame.language().name;
    const Rect menu{at.x + wide + ui.px(8), at.y, menu_button_width(ui, language, card_size), high};
    if (menu_button(ui, "check/language_button", menu, language,
                    {.look = ButtonLook::tab, .text_size = card_size}))
        open_popup(ui, "check/languages", "check/language/0");
    const auto count = static_cast<float>(exercise::languages().size());
    {
        Popup popup(
            ui, "check/languages",
            {menu.x, menu.bottom() + ui.px(4), ui.px(150), ui.px(control_height) * count + ui.px(12)});
        if (popup.open()) {
            const Point origin = popup.origin();
            float y = origin.y + ui.px(6);
            for (std::size_t i = 0; i < exercise::languages().size(); ++i) {
                if (menu_row(ui, "check/language/" + std::to_string(i),
                             {origin.x + ui.px(6), y, ui.px(138), ui.px(control_height)},
                             exercise::languages()[i].name, "", i == frame.state.chosen.language)) {
                    frame.state.chosen.language = i;
                    keep_folders(frame.state);
                    popup.close();
                }
                y += ui.px(control_height);
            }
        }
    }
    const std::string& folder = frame.text(frame.on_page ? "open_answer" : "open_folder");
    const float end = at.right() - check_link_width(ui, folder);
    if (end > menu.right() + ui.px(8)) {
        if (check_link(ui, "check/open_folder", {end, at.y + high / 2}, folder,
                       frame.on_page ? std::string() : base::shown(*frame.folder())))
            frame.on_page ? frame.actions.ask(OpenFileCard{FilePurpose::open})
                          : frame.actions.ask(ShowFolder{*frame.folder()});
    }
}

/// Numbers from the clipboard, other numbers, another folder.
void draw_links(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    float x = at.x;
    const auto link = [&](const char* name, const std::string& hint) {
        const std::string& label = frame.text(name);
        const bool clicked = check_link(ui, std::string("check/") + name, {x, at.y + ui.px(14)}, label, hint);
        x += check_link_width(ui, label) + ui.px(18);
        return clicked;
    };
    if (link("paste", frame.text("paste_hint"))) {
        const char* text = ImGui::GetClipboardText();
        if (text && *text)
            paste_numbers(frame.state, text);
        else
            frame.actions.ask(Tell{frame.text("nothing_to_paste"), ""});
        ui.motion.draw_again();
    }
    if (link("new_numbers", frame.text("new_numbers_hint")) || (!frame.on_page && link("other_folder", {}))) {
        frame.state.shown.elsewhere = true;
        frame.state.form.folder_for.clear();
        ui.motion.draw_again();
    }
}

} // namespace

void draw_your_file(CheckFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("check/your_file", area);
    const Rect inner = area.inset(ui.px(24));
    const bool watched = frame.state.work.seen != nullptr && !frame.on_page;
    ui.canvas.text({inner.x, inner.y + ui.px(10)}, frame.text("your_file"), Font::sans_bold, ui.px(20),
                   ui[Role::text]);
    const std::string& state = frame.text(watched ? "watched" : "not_watched");
    const float wide = ui.canvas.width(Font::sans, ui.px(card_size), state);
    ui.canvas.text({inner.right(), inner.y + ui.px(11)}, state, Font::sans, ui.px(card_size), ui[Role::quiet],
                   Align::right);
    ui.canvas.paint(Disc{{inner.right() - wide - ui.px(14), inner.y + ui.px(11)},
                         ui.px(5),
                         ui[watched ? Role::good : Role::edge]});
    float y = draw_name(frame, {inner.x, inner.y + ui.px(36), inner.width, 0});
    y = tell_unreadable(frame, {inner.x, y, inner.width, 0}) + ui.px(14);
    const float foot = inner.bottom() - ui.px(36 + 30);
    draw_code(frame, {inner.x, y, inner.width, foot - y - ui.px(10)});
    draw_buttons(frame, {inner.x, foot, inner.width, ui.px(36)});
    draw_links(frame, {inner.x, foot + ui.px(42), inner.width, ui.px(28)});
}

} // namespace ui
