#pragma once
// A lesson written by showing it: what is on screen becomes a step of a file.

#include "lesson/check.h"

#include <filesystem>
#include <string>

namespace lesson {

/// The file of a lesson with this title: "my-lesson.toml" for "My lesson".
std::filesystem::path file_for(const std::filesystem::path& folder, const std::string& title);

/// What a teacher writes about a step: as in Step, and a question about a number, which may be empty.
struct Words {
    std::string title, text;
    std::string caption = {}, note = {};
    std::string number = {}, ask = {}, because = {}; ///< a question's formula, itself, and its explanation
};

/// Adds a step that sets this session at the end of the file, which is begun with `lesson` as its title if it
/// does not exist. What stands in it already stays as it is. Returns the number of the step. Throws
/// InputError for an empty title or text, a file that is no lesson, a step with a mistake, as mistakes_in()
/// finds it, and when it cannot be written.
std::size_t add_step(const std::filesystem::path& file, const std::string& lesson, const Words& words,
                     const workbench::Session& session, const workbench::Library& library,
                     const Offer& offer);

} // namespace lesson
