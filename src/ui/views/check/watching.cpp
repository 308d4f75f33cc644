// The folder of an exercise, watched on a worker; the tries that it gives; and what else the user does.
#include "base/files.h"
#include "exercise/compare.h"
#include "exercise/pasted.h"
#include "ui/views/check/check.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

using base::Index;
using exercise::Try;
namespace fs = std::filesystem;

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
    made.range = fitted(drawing::ColourMap::signed_values, {-largest, largest});
    return made;
}

std::int64_t seconds_of(std::chrono::system_clock::time_point moment) {
    return std::chrono::duration_cast<std::chrono::seconds>(moment.time_since_epoch()).count();
}

} // namespace

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

namespace {

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

} // namespace

void stop_watching(CheckWork& work) {
    work.watch.cancel();
    work.watched_folder.reset();
}

void watch(CheckState& state, const fs::path& folder, bool once) {
    CheckWork& work = state.work;
    if (work.watched_folder == folder) return;
    work.watched_folder = folder;
    work.seen.reset();
    work.taken = 0;
    work.watch.start(watch_job(folder, once));
}

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

namespace {

void forget_answers(CheckState& state) {
    state.work.tries.clear();
    state.work.recorded = 0;
    state.work.problem.reset();
    state.shown = {};
    stop_watching(state.work);
    state.work.seen.reset();
}

} // namespace

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

} // namespace ui
