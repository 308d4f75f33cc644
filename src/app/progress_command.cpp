// attention-lab progress: what the learners of a class have done, from the files that they hand in.
#include "app/commands.h"

#include "app/text_table.h"
#include "base/csv.h"
#include "base/json_text.h"
#include "exercise/level.h"
#include "lesson/course.h"
#include "lesson/handed_in.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <iostream>

namespace app {

namespace fs = std::filesystem;
using lesson::HandedIn;
using lesson::Lesson;

namespace {

/// One learner's row.
struct Row {
    std::string name;
    std::vector<bool> lessons = {};      ///< which are done, in the order of the course
    std::vector<bool> exercises = {};    ///< which are done, in the order of the ladder
    std::size_t answered = 0, right = 0; ///< questions, and those right at the first attempt
    std::size_t tries = 0;               ///< at exercises
    std::int64_t seen = 0;               ///< when a lesson was last open, seconds since 1970; 0: not known
    std::string problem = {};
    std::string file = {};               ///< what the row is from
    std::vector<std::string> older = {}; ///< files of theirs that do not count
};

Row row_of(const HandedIn& one, const std::vector<Lesson>& course) {
    Row row{.name = one.name, .problem = one.problem, .file = one.file, .older = one.older};
    for (const Lesson& lesson : course) {
        const auto found = one.learner.lessons.find(lesson.id);
        row.lessons.push_back(found != one.learner.lessons.end() && is_done(lesson, found->second));
    }
    for (const auto& [id, progress] : one.learner.lessons) {
        row.answered += progress.answered.size();
        row.right += progress.right.size();
        row.seen = std::max(row.seen, progress.seen);
    }
    for (const exercise::Level& level : exercise::levels()) {
        const auto found = one.learner.exercises.find(level.id);
        row.exercises.push_back(found != one.learner.exercises.end() && found->second.done);
        if (found != one.learner.exercises.end()) row.tries += found->second.count;
    }
    return row;
}

std::size_t count(const std::vector<bool>& done) {
    return static_cast<std::size_t>(std::ranges::count(done, true));
}

/// "2026-11-27", in universal time; empty where it is not known.
std::string day(std::int64_t seconds) {
    if (seconds == 0) return {};
    const auto time = static_cast<std::time_t>(seconds);
    char text[16] = "";
    if (const std::tm* parts = std::gmtime(&time)) std::strftime(text, sizeof text, "%Y-%m-%d", parts);
    return text;
}

void print_text(const std::vector<Row>& rows, std::ostream& out) {
    constexpr int name = 24, number = 12;
    const std::vector<int> widths{name, number, number, number, number};
    print_row(out, {"", "lessons", "questions", "right first", "exercises"}, widths);
    for (const Row& row : rows) {
        if (!row.problem.empty()) {
            out << shortened(row.name, name) << "  " << row.problem << '\n';
            continue;
        }
        print_row(out,
                  {shortened(row.name, name),
                   std::to_string(count(row.lessons)) + " of " + std::to_string(row.lessons.size()),
                   std::to_string(row.answered), std::to_string(row.right),
                   std::to_string(count(row.exercises)) + " of " + std::to_string(row.exercises.size())},
                  widths);
    }
    for (const Row& row : rows)
        if (!row.older.empty())
            out << row.name << " handed in more than one file: " << row.file << " is the newest and counts, "
                << exercise::listed(row.older) << (row.older.size() == 1 ? " does" : " do") << " not.\n";
}

void print_csv(const std::vector<Row>& rows, const std::vector<Lesson>& course, std::ostream& out) {
    std::vector<std::string> head{"name",           "lessons_done",   "questions_answered",
                                  "right_at_first", "exercises_done", "tries",
                                  "last_seen",      "problem",        "older_files"};
    for (const Lesson& lesson : course)
        head.push_back(lesson.id);
    for (const exercise::Level& level : exercise::levels())
        head.emplace_back(level.id);
    out << base::csv_line(head);
    for (const Row& row : rows) {
        std::vector<std::string> cells{row.name,
                                       std::to_string(count(row.lessons)),
                                       std::to_string(row.answered),
                                       std::to_string(row.right),
                                       std::to_string(count(row.exercises)),
                                       std::to_string(row.tries),
                                       day(row.seen),
                                       row.problem,
                                       exercise::listed(row.older)};
        for (const auto* done : {&row.lessons, &row.exercises})
            for (const bool each : *done)
                cells.emplace_back(each ? "1" : "0");
        out << base::csv_line(cells);
    }
}

void print_json(const std::vector<Row>& rows, const std::vector<Lesson>& course, std::ostream& out) {
    nlohmann::json learners = nlohmann::json::array();
    for (const Row& row : rows) {
        nlohmann::json lessons = nlohmann::json::object(), exercises = nlohmann::json::object();
        for (std::size_t i = 0; i < course.size(); ++i)
            lessons[course[i].id] = static_cast<bool>(row.lessons[i]);
        for (std::size_t i = 0; i < row.exercises.size(); ++i)
            exercises[exercise::levels()[i].id] = static_cast<bool>(row.exercises[i]);
        learners.push_back(
            {{"name", row.name},
             {"lessons", lessons},
             {"questions_answered", row.answered},
             {"right_at_first", row.right},
             {"exercises", exercises},
             {"tries", row.tries},
             {"last_seen", row.seen == 0 ? nlohmann::json() : nlohmann::json(row.seen)},
             {"file", row.file},
             {"older_files", row.older},
             {"problem", row.problem.empty() ? nlohmann::json() : nlohmann::json(row.problem)}});
    }
    out << base::json_text(nlohmann::json{{"learners", learners}}) << '\n';
}

} // namespace

int run_progress(const ProgressArguments& arguments, const fs::path& assets, std::ostream& out) {
    const std::vector<HandedIn> handed_in = lesson::read_handed_in(arguments.class_folder);
    const std::vector<Lesson> course = lesson::read_course(lesson_folders(assets, {})).lessons;
    std::vector<Row> rows;
    for (const HandedIn& one : handed_in)
        rows.push_back(row_of(one, course));
    if (arguments.json)
        print_json(rows, course, out);
    else if (arguments.csv)
        print_csv(rows, course, out);
    else
        print_text(rows, out);
    return 0;
}

void add_progress_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* command = cli.add_subcommand("progress", "what the learners of a class have done");
    const auto given = std::make_shared<ProgressArguments>();
    add_path(*command, "--class", given->class_folder, "the folder of the files that they have handed in")
        ->required();
    CLI::Option* csv = command->add_flag("--csv", given->csv, "print CSV, with a column for each lesson");
    command->add_flag("--json", given->json, "print JSON")->excludes(csv);
    command->callback(
        [given, &status, assets = std::move(assets)] { status = run_progress(*given, assets(), std::cout); });
}

} // namespace app
