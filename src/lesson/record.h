#pragma once
// A lesson written by showing it: what is on screen becomes a step of a file.

#include "workbench/session.h"

#include <filesystem>
#include <string>

namespace lesson {

/// The file of a lesson with this title: "my-lesson.toml" for "My lesson".
std::filesystem::path file_for(const std::filesystem::path& folder, const std::string& title);

/// Adds a step that sets this session at the end of the file, which is begun with `lesson` as its title if it
/// does not exist. What stands in it already stays as it is. Returns the number of the step. Throws
/// InputError for an empty title or text, a file that is no lesson, and when it cannot be written.
std::size_t add_step(const std::filesystem::path& file, const std::string& lesson, const std::string& title,
                     const std::string& text, const workbench::Session& session);

} // namespace lesson
