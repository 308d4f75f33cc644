#include "lesson/progress.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/system.h"
#include "workbench/document/json_fields.h"

#include <nlohmann/json.hpp>

namespace lesson {

using base::InputError;
using nlohmann::json;
using workbench::Fields;

namespace {

constexpr const char* version_field = "attention_lab_progress";
constexpr base::Index version = 1, largest_count = 1'000'000;
constexpr base::Index latest = 1'000'000'000'000; ///< a time, in seconds since 1970
constexpr std::size_t longest_name = 200;
constexpr std::uintmax_t largest_progress = std::uintmax_t{4} << 20;

json json_of(const Learner& learner) {
    json lessons = json::object();
    for (const auto& [id, p] : learner.lessons)
        lessons[id] = {{"step", p.step}, {"finished", p.finished},       {"done_without", p.without},
                       {"seen", p.seen}, {"answered_steps", p.answered}, {"right_steps", p.right}};
    return lessons;
}

json json_of(const exercise::LevelsDone& levels) {
    json all = json::object();
    for (const auto& [id, level] : levels) {
        json tries = json::array();
        for (const exercise::Try& one : level.tries)
            tries.push_back({{"saved", one.saved}, {"verdicts", one.verdicts}, {"mistakes", one.mistakes}});
        all[id] = {{"done", level.done}, {"tries", level.count}, {"latest", tries}};
    }
    return all;
}

exercise::LevelsDone read_levels(const Fields& fields) {
    exercise::LevelsDone levels;
    for (const std::string& id : fields.names()) {
        const Fields of_level = fields.object(id);
        exercise::LevelDone& level = levels[id];
        level.done = of_level.boolean("done", false);
        level.count = static_cast<std::size_t>(of_level.integer("tries", 0, largest_count));
        for (const Fields& one : of_level.objects("latest"))
            level.tries.push_back({.saved = one.integer("saved", 0, latest),
                                   .verdicts = one.text("verdicts", longest_name),
                                   .mistakes = one.texts("mistakes", longest_name)});
    }
    return levels;
}

std::set<std::size_t> steps_in(const Fields& fields, const char* name) {
    std::set<std::size_t> steps;
    for (const base::Index step : fields.integers(name, largest_count))
        steps.insert(static_cast<std::size_t>(step));
    return steps;
}

Learner read_learner(const Fields& fields) {
    Learner learner;
    for (const std::string& id : fields.names()) {
        const Fields of_lesson = fields.object(id);
        Progress& progress = learner.lessons[id];
        progress.step = static_cast<std::size_t>(of_lesson.integer("step", 0, largest_count));
        progress.finished = of_lesson.boolean("finished", false);
        progress.without = of_lesson.boolean("done_without", false);
        progress.seen = of_lesson.integer("seen", 0, latest);
        progress.answered = steps_in(of_lesson, "answered_steps");
        progress.right = steps_in(of_lesson, "right_steps");
    }
    return learner;
}

Learners learners_in(const std::string& text, const std::string& where) {
    const json parsed = workbench::parse_json(text, where, "the lab works on without it");
    const Fields fields(parsed, where, "");
    if (fields.integer(version_field, 0, largest_count) != version)
        fields.refuse(version_field, "this is not the progress of this version",
                      "the lab works on without it");
    Learners learners{.current = fields.text("current", longest_name), .all = {}};
    const Fields all = fields.object("learners");
    for (const std::string& name : all.names())
        learners.all[name] = read_learner(all.object(name));
    // Beside the learners, whose fields are the lessons, so that an earlier version can read them.
    const Fields exercises = fields.object("exercises");
    for (const std::string& name : exercises.names())
        learners.all[name].exercises = read_levels(exercises.object(name));
    return learners;
}

} // namespace

Learners progress_in(const std::filesystem::path& file) {
    return learners_in(base::read_whole_file(file, largest_progress), base::shown(file));
}

Learners read_progress(const std::filesystem::path& file) {
    std::error_code unknown;
    if (file.empty() || !std::filesystem::exists(file, unknown)) return {};
    try {
        return progress_in(file);
    } catch (const InputError& mistake) {
        std::filesystem::path aside = file;
        aside += ".damaged";
        for (int i = 2; std::filesystem::exists(aside, unknown); ++i)
            (aside = file) += ".damaged-" + std::to_string(i);
        std::filesystem::rename(file, aside, unknown);
        throw InputError(mistake.where, mistake.problem,
                         unknown ? mistake.hint
                                 : "progress starts over; the old file is kept as " + base::shown(aside));
    }
}

void write_progress(const std::filesystem::path& file, const Learners& learners) {
    if (file.empty()) return;
    json all = json::object(), exercises = json::object();
    for (const auto& [name, learner] : learners.all) {
        all[name] = json_of(learner);
        if (!learner.exercises.empty()) exercises[name] = json_of(learner.exercises);
    }
    json whole{{version_field, version}, {"current", learners.current}, {"learners", all}};
    if (!exercises.empty()) whole["exercises"] = exercises;
    std::error_code unknown; // write_whole_file says what is wrong with the folder
    std::filesystem::create_directories(file.parent_path(), unknown);
    base::write_whole_file(file, base::json_text(whole, 2) + "\n");
}

void change_progress(const std::filesystem::path& file, const std::function<void(Learners&)>& change) {
    if (file.empty()) return;
    std::error_code unknown; // write_whole_file says what is wrong with the folder
    std::filesystem::create_directories(file.parent_path(), unknown);
    const base::FolderLock lock(file.parent_path());
    Learners learners = read_progress(file);
    change(learners);
    write_progress(file, learners);
}

} // namespace lesson
