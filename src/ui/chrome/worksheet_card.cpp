#include "ui/chrome/worksheet_card.h"

#include "base/files.h"
#include "base/text.h"
#include "drawing/paper/figure_file.h"
#include "narration/wording.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"
#include "workbench/session/session_files.h"
#include "worksheet/pile.h"

#include <utility>

namespace ui {

using namespace drawing;
namespace fs = std::filesystem;

namespace {

constexpr float worksheet_card_width = 440; // design pixels

fs::path folder_meant(const WorksheetState& state) {
    std::error_code failed;
    const fs::path meant = workbench::meant_path(state.path), whole = fs::absolute(meant, failed);
    return failed ? meant : whole;
}

struct WorksheetCard {
    Ui& ui;
    WorksheetState& state;
    float x, y, width;

    void note(const narration::Paragraph& words, Role role = Role::quiet) {
        y += paragraph(ui, {x, y}, width, words, label_size, false, role, 1.35F) + ui.px(8);
    }

    void choices() {
        const float wide = ui.px(112), gap = ui.px(10);
        const auto number = [&](const char* anchor, const char* label, std::string& text, float at) {
            text_field(ui, anchor, {at, y, wide, ui.px(32)}, text, {.label = ui.text(label)});
        };
        number("worksheet/count", "worksheet_card.count", state.count, x);
        number("worksheet/seed", "worksheet_card.seed", state.seed, x + wide + gap);
        std::vector<std::string> papers;
        for (const worksheet::Paper& paper : worksheet::papers())
            papers.push_back(ui.texts.text("worksheet.paper." + std::string(paper.key)));
        const int chosen = choice(ui, "worksheet/paper", {x + 2 * (wide + gap), y + ui.px(2)}, papers,
                                  static_cast<int>(state.paper));
        if (chosen >= 0) state.paper = static_cast<std::size_t>(chosen);
        y += ui.px(46);
        if (toggle(ui, "worksheet/tables", {x, y}, ui.text("worksheet_card.tables"), state.tables))
            state.tables = !state.tables;
        y += ui.px(30);
    }

    /// True when the files are to be made now.
    bool folder(bool can) {
        const auto typed = text_field(ui, "worksheet/path", {x, y, width, ui.px(34)}, state.path,
                                      {.size = label_size, .label = ui.text("worksheet_card.folder")});
        y += ui.px(42);
        const std::string& label = ui.text("worksheet_card.make");
        const float wide = button_width(ui, label, card_size);
        const bool pressed = button(ui, "worksheet/make", {x + width - wide, y, wide, ui.px(32)}, label,
                                    {.enabled = can, .text_size = card_size});
        y += ui.px(38);
        return can && (pressed || typed.entered);
    }
};

/// A whole number from the field of this name. Throws InputError.
std::int64_t whole(const Ui& ui, const char* label, const std::string& text, std::int64_t least,
                   std::int64_t most) {
    const auto number = base::whole_in(text);
    if (number && *number >= least && *number <= most) return *number;
    throw base::InputError(ui.texts.text(label), "“" + text + "” cannot be used",
                           "give a whole number from " + std::to_string(least) + " to " +
                               std::to_string(most));
}

/// What was made: where, and what of an earlier run stands there as well.
struct MadeWorksheets {
    fs::path folder;
    std::string earlier;
};

/// Throws InputError for what cannot be made.
void start_making(Ui& ui, WorksheetState& state, const workbench::Pass& pass,
                  const workbench::Selection& selection) {
    worksheet::Job job;
    job.count = whole(ui, "worksheet_card.count", state.count, 1, worksheet::most_copies);
    job.seed = static_cast<std::uint32_t>(whole(ui, "worksheet_card.seed", state.seed, 0, UINT32_MAX));
    job.sentence = worksheet::sentence_of(pass, selection.query);
    worksheet::take_own_numbers(job, pass);
    state.worker.start([job, paper = worksheet::papers()[state.paper], tables = state.tables,
                        folder = folder_meant(state), &texts = ui.texts](base::StopToken) {
        const auto files = worksheet::pile_of(job, paper, tables, texts);
        worksheet::write_all(folder, files);
        return std::make_shared<const MadeWorksheets>(MadeWorksheets{
            folder, worksheet::note_on_earlier(worksheet::earlier_files(folder, files), texts)});
    });
    ui.motion.draw_again();
}

/// True when the files were just made.
bool take_result(Ui& ui, WorksheetState& state, Actions& actions) {
    const auto result = state.worker.take();
    if (!result) return false;
    ui.motion.draw_again();
    if (result->error) {
        state.mistake = *result->error;
        return false;
    }
    const auto made = std::static_pointer_cast<const MadeWorksheets>(result->made);
    std::string told = ui.text("export.written") + " " + base::shown(made->folder);
    if (!made->earlier.empty()) told += ". " + made->earlier;
    actions.ask(Tell{told, ""});
    return true;
}

} // namespace

void draw_worksheet_card(Ui& ui, WorksheetState& state, const std::shared_ptr<const workbench::Pass>& pass,
                         const workbench::Selection& selection, const std::string& folder, Actions& actions) {
    const bool made = take_result(ui, state, actions);
    if (std::exchange(state.opens, false)) {
        if (!can_write_pages() || !pass) return actions.ask(Tell{ui.text("worksheet_card.nothing"), ""});
        if (state.path.empty())
            state.path = base::shown(base::path_from_utf8(folder) / "attention-lab-worksheets");
        state.mistake.reset();
        open_popup(ui, "worksheet");
        ui.focus.go("worksheet/count");
    }
    const Rect* under = ui.anchors.find("more_button");
    if (!under) return;
    Popup popup(ui, "worksheet",
                {under->right() - ui.px(worksheet_card_width), under->bottom() + ui.px(4),
                 ui.px(worksheet_card_width), ui.px(state.height)});
    if (!popup.open()) {
        if (state.mistake) actions.ask(ShowMistake{*std::exchange(state.mistake, std::nullopt)});
        return;
    }
    if (made || !pass) return popup.close();
    const Point origin = popup.origin();
    WorksheetCard card{ui, state, origin.x + ui.px(20), origin.y + ui.px(18),
                       ui.px(worksheet_card_width - 40)};
    card.note({{ui.text("worksheet_card.title"), narration::Tone::strong}}, Role::text);
    card.note({{ui.text("worksheet_card.about")}});
    card.choices();
    if (card.folder(!state.worker.busy() && !state.path.empty())) {
        state.mistake.reset();
        try {
            start_making(ui, state, *pass, selection);
        } catch (const base::InputError& mistake) {
            state.mistake = mistake;
        }
    }
    if (state.worker.busy()) card.note({{ui.text("worksheet_card.busy")}});
    if (state.mistake) card.note({{state.mistake->what()}}, Role::warning);
    popup.ends_at(card.y, state.height);
}

} // namespace ui
