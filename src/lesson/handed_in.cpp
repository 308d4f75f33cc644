#include "lesson/handed_in.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"

#include <algorithm>

namespace lesson {

namespace fs = std::filesystem;

fs::path hand_in(const fs::path& folder, const Learners& learners) {
    Learners one{.current = learners.current, .all = {}};
    if (const auto found = learners.all.find(learners.current); found != learners.all.end())
        one.all.insert(*found);
    const std::string name = base::slug(learners.current);
    fs::path file = folder / base::path_from_utf8("progress" + (name.empty() ? "" : "-" + name) + ".json");
    write_progress(file, one);
    return file;
}

namespace {

/// When a lesson was last open, seconds since 1970; 0: not known.
std::int64_t last_seen(const Learner& learner) {
    std::int64_t seen = 0;
    for (const auto& [id, progress] : learner.lessons)
        seen = std::max(seen, progress.seen);
    return seen;
}

/// One row for each name, the newest. `all`: by name, files of one learner from the oldest written to the
/// newest.
std::vector<HandedIn> newest_of_each(std::vector<HandedIn> all) {
    std::vector<HandedIn> rows;
    for (HandedIn& one : all) {
        if (rows.empty() || rows.back().name != one.name || !one.problem.empty() ||
            !rows.back().problem.empty()) {
            rows.push_back(std::move(one));
            continue;
        }
        HandedIn& kept = rows.back();
        if (last_seen(one.learner) >= last_seen(kept.learner)) std::swap(kept, one);
        kept.older.insert(kept.older.end(), one.older.begin(), one.older.end());
        kept.older.push_back(one.file);
    }
    return rows;
}

} // namespace

std::vector<HandedIn> read_handed_in(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".json") files.push_back(entry->path());
    if (error)
        throw base::InputError(base::shown(folder), error.message(),
                               "give a folder of progress-NAME.json files");
    if (files.empty())
        throw base::InputError(base::shown(folder), "there is no progress in it",
                               "learners hand in progress-NAME.json: Start, their name, Hand in");
    const auto written = [](const fs::path& file) {
        std::error_code unknown;
        return fs::last_write_time(file, unknown);
    };
    std::ranges::sort(files);
    std::ranges::stable_sort(files, {}, written);
    std::vector<HandedIn> all;
    for (const fs::path& file : files) {
        const std::string otherwise = base::shown(file.stem()), from = base::shown(file.filename());
        try {
            const Learners learners = progress_in(file);
            if (learners.all.empty())
                all.push_back(
                    {.name = learners.current.empty() ? otherwise : learners.current, .file = from});
            for (const auto& [name, learner] : learners.all)
                all.push_back({.name = name.empty() ? otherwise : name, .learner = learner, .file = from});
        } catch (...) {
            all.push_back({.name = otherwise, .problem = base::caught().what(), .file = from});
        }
    }
    std::ranges::stable_sort(all, {}, &HandedIn::name);
    return newest_of_each(std::move(all));
}

bool is_done(const Lesson& lesson, const Progress& progress) {
    if (!progress.finished) return false;
    if (progress.without) return true;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        if (lesson.steps[i].question && !progress.answered.contains(i)) return false;
    return true;
}

} // namespace lesson
