#include "ui/views/check/check.h"

#include "base/files.h"
#include "base/text.h"
#include "exercise/compare.h"
#include "exercise/pasted.h"
#include "exercise/telling.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using exercise::Try;
using exercise::Verdict;
namespace fs = std::filesystem;

// The watch, on its worker.

namespace {

std::shared_ptr<const base::Matrix> matrix_of(const exercise::Numbers& numbers) {
    return std::make_shared<const base::Matrix>(numbers.cast<float>());
}

/// Theirs, with −∞ where both hide a key, each in its way.
exercise::Numbers hidden_alike(exercise::Numbers theirs, const exercise::Numbers& ours) {
    for (Index i = 0; i < theirs.size(); ++i)
        if (std::isinf(ours.data()[i]) && theirs.data()[i] < exercise::hidden_below)
            theirs.data()[i] = ours.data()[i];
    return theirs;
}

/// Theirs − ours; 0 where neither is a number.
exercise::Numbers difference_of(const exercise::Numbers& theirs, const exercise::Numbers& ours) {
    exercise::Numbers apart = theirs - ours;
    for (Index i = 0; i < apart.size(); ++i) {
        const double a = theirs.data()[i], b = ours.data()[i];
        if (a == b || (std::isnan(a) && std::isnan(b))) apart.data()[i] = 0;
    }
    return apart;
}

StageNumbers numbers_of(const exercise::CheckedStage& stage) {
    StageNumbers made;
    float largest = 0;
    const auto add = [&](std::vector<std::shared_ptr<const base::Matrix>>& to,
                         const exercise::Numbers& numbers) {
        to.push_back(matrix_of(numbers));
        for (const float number : to.back()->reshaped())
            if (std::isfinite(number) && std::abs(number) < 1e4F)
                largest = std::max(largest, std::abs(number));
    };
    for (std::size_t i = 0; i < stage.ours.size(); ++i) {
        add(made.ours, stage.ours[i]);
        if (stage.theirs.empty()) continue;
        const exercise::Numbers theirs = hidden_alike(stage.theirs[i], stage.ours[i]);
        add(made.theirs, theirs);
        add(made.apart, difference_of(theirs, stage.ours[i]));
    }
    made.range = fitted(ColourMap::signed_values, {-largest, largest});
    return made;
}

std::int64_t seconds_of(std::chrono::system_clock::time_point moment) {
    return std::chrono::duration_cast<std::chrono::seconds>(moment.time_since_epoch()).count();
}

std::shared_ptr<const ShownTry> shown_of(const exercise::Question& question, exercise::Attempt attempt) {
    auto made = std::make_shared<ShownTry>();
    made->brief.saved = seconds_of(attempt.saved);
    if (attempt.checked) {
        made->brief = exercise::try_of(*question.level, *attempt.checked, made->brief.saved);
        for (const exercise::CheckedStage& stage : attempt.checked->stages)
            made->stages.push_back(numbers_of(stage));
    }
    made->attempt = std::move(attempt);
    return made;
}

/// Looks at the folder again and again; says something when there is something new. `once`: the question is
/// all that is read, where nobody but this program writes there.
base::Study<Watched>::Job watch_job(const fs::path& folder, bool once) {
    struct Job {
        std::optional<exercise::Watch> watch;
        Watched seen;
        std::optional<exercise::SeenFile> code;
    };
    return [folder, once, job = std::make_shared<Job>()](const base::StopToken&) -> base::Slice<Watched> {
        const bool begins = !job->watch || job->watch->has_other_question();
        bool news = begins;
        if (begins) {
            job->watch.emplace(folder);
            job->seen = {.question = job->watch->shared_question()};
            job->code.reset();
        }
        if (once) return {std::make_shared<const Watched>(job->seen)};
        const exercise::Level& level = *job->seen.question->level;
        if (auto code = exercise::newest_code(folder); code != job->code) {
            job->code = std::move(code);
            job->seen.code = exercise::code_in(folder, level);
            job->seen.code_saved.reset();
            if (job->code)
                job->seen.code_saved = std::chrono::time_point_cast<std::chrono::system_clock::duration>(
                    std::chrono::file_clock::to_sys(job->code->time));
            news = true;
        }
        if (auto attempt = job->watch->look(exercise::Watch::Clock::now())) {
            constexpr std::size_t most = 4; // which wait to be taken over
            auto& tries = job->seen.tries;
            tries.push_back(shown_of(*job->seen.question, *std::move(attempt)));
            news = true;
            if (tries.size() > most) {
                tries.erase(tries.begin());
                ++job->seen.earlier;
            }
        }
        const double rest = job->watch->rest();
        if (!news) return {std::shared_ptr<const Watched>(), false, rest};
        return {std::make_shared<const Watched>(job->seen), false, rest};
    };
}

void stop_watching(CheckWork& work) {
    work.watch.cancel();
    work.watched_folder.reset();
}

void watch(CheckState& state, const fs::path& folder, bool once = false) {
    CheckWork& work = state.work;
    if (work.watched_folder == folder) return;
    work.watched_folder = folder;
    work.seen.reset();
    work.taken = 0;
    work.watch.start(watch_job(folder, once));
}

/// A new answer is looked at, whatever was looked at before.
void add_to_tries(CheckState& state, std::shared_ptr<const ShownTry> made) {
    auto& tries = state.work.tries;
    const auto is_same = [&](const auto& one) {
        return one->attempt.saved == made->attempt.saved && one->attempt.file == made->attempt.file;
    };
    // One that could not be read goes once there is another; one read again after a pause is known.
    if (!tries.empty() && tries.back()->attempt.stopped) tries.pop_back();
    const bool is_known = !made->attempt.stopped && std::ranges::any_of(tries, is_same);
    state.work.recorded = std::min(state.work.recorded, tries.size());
    if (is_known) return;
    tries.push_back(std::move(made));
    if (tries.size() > exercise::most_tries) {
        tries.erase(tries.begin());
        state.work.recorded -= std::min<std::size_t>(state.work.recorded, 1);
    }
    CheckShown& shown = state.shown;
    if (tries.back()->attempt.stopped) return;
    // Whoever asked for a mistake has not asked for another one.
    if (tries.size() > 1 && tries[tries.size() - 2]->brief.mistakes != tries.back()->brief.mistakes)
        shown.told_for.clear();
    shown.looked_at.reset();
    shown.stage.clear();
    shown.block.reset();
    shown.all_ruled_out = false;
    shown.since = 0;
    shown.to_top = true;
}

void forget_answers(CheckState& state) {
    state.work.tries.clear();
    state.work.recorded = 0;
    state.work.problem.reset();
    state.shown = {};
    stop_watching(state.work);
    state.work.seen.reset();
}

/// The question in the folder may be another one than before.
void take_seen(CheckState& state, const std::shared_ptr<const Watched>& newest) {
    CheckWork& work = state.work;
    if (work.seen && work.seen->question != newest->question) {
        work.tries.clear();
        work.recorded = work.taken = 0;
        state.shown = {};
    }
    work.seen = newest;
    const exercise::Level& level = *newest->question->level;
    if (&level == &exercise::levels()[state.chosen.level]) return;
    work.folders.erase(exercise::levels()[state.chosen.level].id);
    work.folders[level.id] = *work.watched_folder;
    state.chosen.level = static_cast<std::size_t>(&level - exercise::levels().data());
    keep_folders(state);
}

} // namespace

// What the user does.

void choose_level(CheckState& state, std::size_t level) {
    if (level == state.chosen.level) return;
    forget_answers(state);
    state.chosen.level = level;
    keep_folders(state);
}

void use_folder(CheckState& state, const fs::path& folder) {
    try {
        const auto file = exercise::question_in(folder);
        if (!file)
            throw base::InputError(base::shown(folder), "there is no exercise in this folder",
                                   "name one that holds a question.npz, or begin a new exercise");
        const exercise::Question question = exercise::read_question(*file);
        forget_answers(state);
        state.chosen.level = static_cast<std::size_t>(question.level - exercise::levels().data());
        state.work.folders[question.level->id] = folder;
        keep_folders(state);
    } catch (const base::InputError& mistake) {
        state.work.problem = mistake;
    }
}

void begin_exercise(CheckFrame& frame, const fs::path& folder) {
    try {
        // Other numbers in each folder; which ones does not matter, as the question is kept there.
        const auto seed = static_cast<std::uint32_t>(
            std::hash<std::string>()(base::shown(folder)) ^
            static_cast<std::size_t>(seconds_of(std::chrono::system_clock::now())));
        const exercise::Question question = exercise::make_question(frame.level(), seed);
        exercise::write_exercise(folder, question, frame.language(), frame.ui.texts);
        use_folder(frame.state, folder);
        frame.ui.motion.draw_again();
    } catch (const base::InputError& mistake) {
        frame.state.work.problem = mistake;
        frame.ui.motion.draw_again();
    }
}

void begin_download(CheckFrame& frame) {
    const fs::path folder = exercise::free_folder(frame.state.work.beside / frame.level().id);
    begin_exercise(frame, folder);
    if (frame.state.work.problem) return;
    frame.actions.ask(Deliver{folder});
}

void paste_numbers(CheckState& state, const std::string& text) {
    if (!state.work.seen || !state.work.seen->question) return;
    const exercise::Question& question = *state.work.seen->question;
    const auto now = std::chrono::system_clock::now();
    const std::string where = "clipboard";
    exercise::Attempt made{.file = {}, .saved = now};
    try {
        made = exercise::attempt_with(question, exercise::answer_of_text(question, text, where), where, now);
    } catch (const base::InputError& mistake) {
        made.stopped = mistake;
    }
    add_to_tries(state, shown_of(question, std::move(made)));
}

// What is on screen.

std::vector<StageTile> tiles_of(const exercise::Level& level) {
    struct Together {
        const char* key;
        std::vector<std::string> names;
    };
    static const std::vector<Together> together{{"qkv", {"q", "k", "v"}},
                                                {"turned", {"q_rotated", "k_rotated"}},
                                                {"cached", {"present_k", "present_v"}}};
    std::vector<StageTile> tiles;
    for (std::size_t i = 0; i < level.stages.size();) {
        StageTile tile{level.stages[i], {i}};
        const auto rest = level.stages.begin() + static_cast<std::ptrdiff_t>(i);
        for (const auto& [key, names] : together)
            if (i + names.size() <= level.stages.size() && std::equal(names.begin(), names.end(), rest)) {
                tile = {key, {}};
                for (std::size_t j = 0; j < names.size(); ++j)
                    tile.stages.push_back(i + j);
            }
        i += tile.stages.size();
        tiles.push_back(std::move(tile));
    }
    return tiles;
}

std::optional<std::size_t> first_wrong(const Try& of) {
    for (std::size_t i = 0; i < of.verdicts.size(); ++i)
        if (const Verdict verdict = of.of(i); verdict == Verdict::differs || verdict == Verdict::other_shape)
            return i;
    return std::nullopt;
}

TileVerdict tile_verdict(const exercise::Level& level, const Try& of, const StageTile& tile,
                         const exercise::Checked* checked) {
    const auto wrong = first_wrong(of);
    const auto some = [&](Verdict verdict) {
        return std::ranges::any_of(tile.stages, [&](std::size_t stage) { return of.of(stage) == verdict; });
    };
    if (wrong && std::ranges::find(tile.stages, *wrong) != tile.stages.end()) return TileVerdict::first;
    if (some(Verdict::other_shape)) return TileVerdict::other_shape;
    if (!some(Verdict::differs)) return some(Verdict::agrees) ? TileVerdict::agrees : TileVerdict::missing;
    if (!checked || checked->mistakes.empty()) return TileVerdict::unjudged;
    if (checked->then_differs.empty()) return TileVerdict::follows;
    // The mistakes give all stages up to this one.
    const auto end = std::ranges::find(level.stages, checked->then_differs);
    const auto place = static_cast<std::size_t>(end - level.stages.begin());
    if (std::ranges::find(tile.stages, place) != tile.stages.end()) return TileVerdict::also;
    return tile.stages.front() < place ? TileVerdict::follows : TileVerdict::unjudged;
}

std::string differs_text(const CheckFrame& frame, const Try& of, std::size_t wrong) {
    const std::string& stage = frame.level().stages[std::min(wrong, frame.level().stages.size() - 1)];
    return of.of(wrong) == Verdict::other_shape
               ? frame.plain("other_shape_of", {{"stage", frame.of_stage("stage", stage)}})
               : frame.of_stage("differs", stage);
}

bool is_told(const CheckFrame& frame, const Try& of) {
    const auto wrong = first_wrong(of);
    if (!wrong) return false;
    if (frame.state.shown.told_for == frame.level().stages[*wrong]) return true;
    const auto& tries = frame.state.work.tries;
    const auto newest = std::ranges::find_if(
        tries.rbegin(), tries.rend(), [](const auto& one) { return one->attempt.checked.has_value(); });
    return newest == tries.rend() || (*newest)->brief.verdicts != of.verdicts;
}

std::chrono::system_clock::time_point moment_of(const Try& of) {
    return std::chrono::system_clock::time_point(std::chrono::seconds(of.saved));
}

std::string CheckFrame::of_stage(const std::string& list, const std::string& key) const {
    const std::string name = "exercise." + list + "." + key;
    return ui.texts.has(name) ? ui.texts.text(name) : key;
}

const std::string& CheckFrame::title() const {
    return exercise::title_of(ui.texts, level());
}

const fs::path* CheckFrame::folder() const {
    const auto found = state.work.folders.find(level().id);
    return found == state.work.folders.end() ? nullptr : &found->second;
}

const exercise::LevelDone* CheckFrame::done(const exercise::Level& of) const {
    const auto found = course.exercises.find(of.id);
    return found == course.exercises.end() ? nullptr : &found->second;
}

const ShownTry* CheckFrame::shown_try() const {
    const auto& tries = state.work.tries;
    for (auto one = tries.rbegin(); one != tries.rend(); ++one)
        if (state.shown.looked_at ? (*one)->brief == *state.shown.looked_at : !(*one)->attempt.stopped)
            return one->get();
    return nullptr;
}

const ShownTry* CheckFrame::unreadable() const {
    const auto& tries = state.work.tries;
    return !tries.empty() && tries.back()->attempt.stopped ? tries.back().get() : nullptr;
}

std::string CheckFrame::opened_stage() const {
    const exercise::Checked* now = checked();
    if (!now) return {};
    if (!state.shown.stage.empty()) return state.shown.stage;
    if (const auto* wrong = now->first_wrong()) return wrong->name;
    return now->stages.back().name;
}

bool check_link(Ui& ui, const std::string& name, Point left_middle, const std::string& label,
                const std::string& hint) {
    const float size = ui.px(card_size), wide = ui.canvas.width(Font::sans_medium, size, label);
    const Rect place{left_middle.x - ui.px(6), left_middle.y - ui.px(14), wide + ui.px(12), ui.px(28)};
    const Touch t = touch(ui, name, place);
    ui.canvas.text(left_middle, label, Font::sans_medium, size, ui[Role::query]);
    if (t.hovered) {
        const float y = left_middle.y + 0.5F * size;
        ui.canvas.line({left_middle.x, y}, {left_middle.x + wide, y}, ui[Role::query], ui.px(1));
        if (!hint.empty()) ui.cursor_hint = hint;
    }
    if (t.focused) focus_ring(ui, place, ui.px(6));
    return t.clicked;
}

float check_link_width(const Ui& ui, const std::string& label) {
    return ui.canvas.width(Font::sans_medium, ui.px(card_size), label);
}

void draw_verdict(Ui& ui, Point centre, float radius, TileVerdict verdict) {
    constexpr float turn = 6.2831853F;
    constexpr int dashes = 12;
    const Rect icon{centre.x - 0.62F * radius, centre.y - 0.62F * radius, 1.24F * radius, 1.24F * radius};
    switch (verdict) {
    case TileVerdict::agrees:
        ui.canvas.paint(Disc{centre, radius, mix(ui[Role::card], ui[Role::good], 0.2F)});
        draw_icon(ui, Icon::tick, icon, ui[Role::good]);
        return;
    case TileVerdict::first:
        ui.canvas.paint(Disc{centre, radius, ui[Role::positive]});
        ui.canvas.text(centre, "≠", Font::sans_bold, 1.75F * radius, readable_on(ui[Role::positive]),
                       Align::centre);
        return;
    case TileVerdict::also:
    case TileVerdict::other_shape:
        ui.canvas.stroke({centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, ui[Role::positive],
                         ui.px(1.5F), radius);
        ui.canvas.text(centre, "≠", Font::sans_bold, 1.6F * radius, ui[Role::positive], Align::centre);
        return;
    case TileVerdict::follows:
    case TileVerdict::unjudged:
    case TileVerdict::missing:
        for (int i = 0; i < dashes; ++i) {
            const float from = turn * static_cast<float>(i) / dashes, to = from + 0.6F * turn / dashes;
            ui.canvas.line({centre.x + radius * std::cos(from), centre.y + radius * std::sin(from)},
                           {centre.x + radius * std::cos(to), centre.y + radius * std::sin(to)},
                           ui[Role::edge], ui.px(1.3F));
        }
        return;
    }
}

std::string number_of_answer(double value, int digits) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    if (value == 0) return "0";
    constexpr double least = 1e-9, most = 1e9;
    const double size = std::abs(value);
    const double unit = std::pow(10.0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
    const double rounded = std::round(size * unit) / unit;
    const std::string text =
        size < least || size > most ? base::scientific(size, digits - 1) : base::plain(rounded);
    return value < 0 ? "−" + text : text;
}

namespace {

std::string local_time(std::chrono::system_clock::time_point moment, const char* form) {
    const std::time_t time = std::chrono::system_clock::to_time_t(moment);
    const std::tm* const local = std::localtime(&time);
    char text[32];
    const std::size_t length = local ? std::strftime(text, sizeof text, form, local) : 0;
    return {text, length};
}

} // namespace

std::string clock_time(std::chrono::system_clock::time_point moment) {
    return local_time(moment, "%H:%M:%S");
}

std::string day_of(std::chrono::system_clock::time_point moment) {
    const std::string day = local_time(moment, "%d %B");
    return day.starts_with('0') ? day.substr(1) : day;
}

// The view.

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
