#include "ui/views/check/check.h"

#include "base/files.h"
#include "exercise/telling.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

using namespace drawing;
using exercise::Try;
namespace fs = std::filesystem;

void CheckView::leave() {
    stop_watching(state_.work);
}

void CheckView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> levels = [] {
        std::vector<std::string> ids;
        for (const exercise::Level& level : exercise::levels())
            ids.emplace_back(level.id);
        return ids;
    }();
    static const std::vector<std::string> languages = [] {
        std::vector<std::string> keys;
        for (const exercise::Language& language : exercise::languages())
            keys.emplace_back(language.key);
        return keys;
    }();
    std::size_t level = state_.chosen.level;
    choices.one_of("exercise", level, levels);
    choose_level(state_, level);
    choices.one_of("language", state_.chosen.language, languages);
}

void CheckView::take_results() {
    CheckWork& work = state_.work;
    if (!work.watched_folder) return;
    if (const auto newest = work.watch.newest()) take_seen(state_, newest);
    if (const base::InputError* problem = work.watch.problem()) {
        work.problem = *problem;
        work.folders.erase(exercise::levels()[state_.chosen.level].id); // asked for again
        stop_watching(work);
        return;
    }
    if (!work.seen) return;
    const std::size_t earlier = work.seen->earlier;
    for (work.taken = std::max(work.taken, earlier); work.taken < earlier + work.seen->tries.size();
         ++work.taken)
        add_to_tries(state_, work.seen->tries[work.taken - earlier]);
}

bool CheckView::take_file(const fs::path& file) {
    std::error_code none;
    const bool is_tensors = exercise::is_answer(file);
    const fs::path folder = fs::is_directory(file, none) ? file : file.parent_path();
    const bool is_question = file.stem() == "question" && is_tensors;
    if ((fs::is_directory(file, none) || is_question) && exercise::question_in(folder)) {
        use_folder(state_, folder);
        return true;
    }
    if (!is_tensors) return false;
    if (!state_.work.seen) { // an answer without its question
        const auto here = state_.work.folders.find(exercise::levels()[state_.chosen.level].id);
        const auto question = here == state_.work.folders.end() ? std::optional<fs::path>()
                                                                : exercise::question_in(here->second);
        if (!question) return false;
        watch(state_, here->second);
        auto seen = std::make_shared<Watched>();
        try {
            seen->question = std::make_shared<const exercise::Question>(exercise::read_question(*question));
        } catch (const base::InputError&) {
            return false;
        }
        state_.work.seen = seen;
    }
    const exercise::Question& question = *state_.work.seen->question;
    add_to_tries(
        state_, shown_of(question, exercise::attempt_with(question, file, std::chrono::system_clock::now())));
    return true;
}

bool CheckView::take_text(const std::string& text) {
    if (!state_.work.seen) return false;
    paste_numbers(state_, text);
    return true;
}

bool CheckView::open(const std::string& page) {
    return page == "ladder";
}

std::vector<std::string> CheckView::pages(const attention::Trace&) const {
    return {"ladder"};
}

namespace {

void draw_check(CheckFrame& frame) {
    Ui& ui = frame.ui;
    CheckWork& work = frame.state.work;
    if (const fs::path* folder = frame.folder()) watch(frame.state, *folder, frame.on_page);
    ui.listen_to(work.watch);
    if (work.watched_folder && !work.seen) ui.motion.await();
    for (; work.recorded < work.tries.size(); ++work.recorded)
        if (const ShownTry& made = *work.tries[work.recorded]; made.attempt.checked)
            frame.actions.ask(RecordTry{frame.level().id, made.brief});
    if (!frame.state.shown.to_top) frame.state.shown.since += frame.seconds; // not the time before it came

    const float gap = ui.px(16);
    const Rect body = frame.area.inset(gap);
    const bool begun = frame.folder() && !frame.state.shown.elsewhere;
    const float right = begun ? ui.px(body.width >= ui.px(1440) ? 384 : 344) : 0;
    const float ladder = ui.px(280), least_middle = ui.px(800);
    frame.has_ladder = !begun || body.width - ladder - right - 2 * gap >= least_middle;
    float x = body.x;
    if (frame.has_ladder) {
        draw_levels(frame, {x, body.y, ladder, body.height});
        x += ladder + gap;
    }
    const Rect middle{x, body.y, body.right() - x - (begun ? right + gap : 0), body.height};
    if (!begun) return draw_begin(frame, middle);
    draw_answer(frame, middle);
    const Rect side{body.right() - right, body.y, right, body.height};
    const float file = ui.px(396);
    if (side.height >= ui.px(780)) {
        draw_your_file(frame, {side.x, side.y, side.width, file});
        draw_tries(frame, {side.x, side.y + file + gap, side.width, side.height - file - gap});
        return;
    }
    const std::vector<std::string> names{frame.text("your_file"), frame.text("tries")};
    const int clicked = choice(ui, "check/side", {side.x, side.y}, names, frame.state.form.tries_tab ? 1 : 0);
    if (clicked >= 0) {
        frame.state.form.tries_tab = clicked == 1;
        ui.motion.draw_again();
    }
    const Rect below{side.x, side.y + ui.px(control_height + 8), side.width,
                     side.height - ui.px(control_height + 8)};
    frame.state.form.tries_tab ? draw_tries(frame, below) : draw_your_file(frame, below);
}

} // namespace

void CheckView::draw(ViewFrame& view) {
    CheckFrame frame{view, state_};
    draw_check(frame);
    const auto wanted = std::exchange(state_.form.wanted_level, std::nullopt);
    if (!wanted) return;
    choose_level(state_, *wanted);
    frame.ui.motion.draw_again();
}

nlohmann::json CheckView::shown() const {
    const CheckWork& work = state_.work;
    nlohmann::json all{{"level", exercise::levels()[state_.chosen.level].id},
                       {"watching", work.watched_folder.has_value()},
                       {"answers", work.tries.size()}};
    if (work.watched_folder) all["folder"] = base::shown(*work.watched_folder);
    if (work.seen && work.seen->question) all["queries"] = work.seen->question->rows();
    if (work.problem) all["problem"] = work.problem->what();
    if (work.tries.empty()) return all;
    const ShownTry& last = *work.tries.back();
    all["verdicts"] = last.brief.verdicts;
    all["mistakes"] = last.brief.mistakes;
    all["unreadable"] = last.attempt.stopped.has_value();
    all["earlier"] = state_.shown.looked_at.has_value();
    static const std::map<TileVerdict, const char*> names{
        {TileVerdict::agrees, "agrees"},           {TileVerdict::first, "first"},
        {TileVerdict::follows, "follows"},         {TileVerdict::also, "also"},
        {TileVerdict::other_shape, "other_shape"}, {TileVerdict::unjudged, "unjudged"},
        {TileVerdict::missing, "missing"}};
    const exercise::Level& level = exercise::levels()[state_.chosen.level];
    const exercise::Checked* const checked = last.attempt.checked ? &*last.attempt.checked : nullptr;
    for (const StageTile& tile : tiles_of(level))
        all["tiles"][tile.key] = names.at(tile_verdict(level, last.brief, tile, checked));
    return all;
}

} // namespace ui
