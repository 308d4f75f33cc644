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
    std::vector<HandedIn> all;
    for (const fs::path& file : files) {
        const std::string otherwise = base::shown(file.stem());
        try {
            const Learners learners = progress_in(file);
            if (learners.all.empty())
                all.push_back({.name = learners.current.empty() ? otherwise : learners.current});
            for (const auto& [name, learner] : learners.all)
                all.push_back({.name = name.empty() ? otherwise : name, .learner = learner});
        } catch (...) {
            all.push_back({.name = otherwise, .problem = base::caught().what()});
        }
    }
    std::ranges::stable_sort(all, {}, &HandedIn::name);
    return all;
}

bool is_done(const Lesson& lesson, const Progress& progress) {
    if (!progress.finished) return false;
    if (progress.without) return true;
    for (std::size_t i = 0; i < lesson.length(); ++i)
        if (lesson.steps[i].question && !progress.answered.contains(i)) return false;
    return true;
}

} // namespace lesson
