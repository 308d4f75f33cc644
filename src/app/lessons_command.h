#pragma once
// attention-lab lessons: lists the lessons, or checks every step of each.

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <vector>

namespace CLI {
class App;
}

namespace app {

struct LessonsArguments {
    std::filesystem::path folder = {}; ///< empty: the course and the user's own
    bool check = false;
};

/// Prints a line for each lesson, or with `check` each mistake. Returns 0 if there is none, else 1. Throws
/// InputError for a folder that does not exist. `assets` is the folder with lessons, lexicon and weights.
int run_lessons(const LessonsArguments& arguments, const std::filesystem::path& assets, std::ostream& out);

/// Adds the command `lessons` to the command line, like add_trace_command().
void add_lessons_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

} // namespace app
