#pragma once
// Lessons in TOML files.

#include "base/input_error.h"
#include "lesson/lesson.h"

namespace lesson {

/// Throws InputError naming file, line and what to do: not TOML, larger than 4 MB, a missing or unknown
/// entry, a value of the wrong type. What formulas and states say is not looked at yet.
Lesson read_lesson(const std::filesystem::path& file);

/// All lessons of the folders, in the order of the course, and what is wrong with the files that could not be
/// read. A lesson replaces one of the same id in an earlier folder. A folder that does not exist has none.
struct Course {
    std::vector<Lesson> lessons;
    std::vector<base::InputError> mistakes;
};
Course read_course(const std::vector<std::filesystem::path>& folders);

} // namespace lesson
