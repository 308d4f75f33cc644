#pragma once
// Lessons in TOML files.

#include "base/input_error.h"
#include "lesson/lesson.h"

#include <utility>

namespace lesson {

/// Throws InputError naming file, line and what to do: not TOML, larger than 4 MB, a missing or unknown
/// entry, a value of the wrong type. What formulas and states say is not looked at yet.
Lesson read_lesson(const std::filesystem::path& file);

/// The same for a text that is, or will be, in this file.
Lesson lesson_in(const std::string& text, const std::filesystem::path& file);

/// A mistake with its place in the file before it, unless it has one: "a.toml, line 12: point: nowhere".
base::InputError placed(const base::InputError& mistake, const Step& step);

/// What the order of the course is by: those with a place in it, then the others by id.
std::pair<long, std::string> place_in_course(const Lesson& lesson);

/// All lessons of the folders, in the order of the course, and what is wrong with the files that could not be
/// read. A lesson replaces one of the same id in an earlier folder. A folder that does not exist has none.
struct Course {
    std::vector<Lesson> lessons;
    std::vector<base::InputError> mistakes;
};
Course read_course(const std::vector<std::filesystem::path>& folders);

} // namespace lesson
