#pragma once
// The file that a learner begins with: it reads the question, leaves one function to fill in, and saves what
// that returns.

#include "exercise/level.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace exercise {

/// A language in which an exercise can be written.
struct Language {
    const char* key;  ///< on the command line
    const char* name; ///< "NumPy"
    const char* file; ///< the name of the file
};
std::span<const Language> languages();
const Language* language_named(std::string_view key);

/// The starting file. `title` and `task` are what the exercise says of itself.
std::string starting_file(const Question& question, const Language& language, const std::string& title,
                          const std::string& task);

} // namespace exercise
