#pragma once
// The file that a learner begins with: it reads the question, leaves one function to fill in, stage by stage,
// and saves what that returns.

#include "exercise/level.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace exercise {

struct StartingFile {
    std::string name, text;
};

struct Language;

/// What a starting file is written from. `title` and `task` are what the exercise says of itself.
struct StartingText {
    const Question& question;
    const Language& language;
    const std::string &title, &task;
};

/// A language in which an exercise can be written.
struct Language {
    const char* key;    ///< on the command line
    const char* name;   ///< "NumPy"
    const char* file;   ///< the name of the file to fill in
    const char* answer; ///< the name of the file that it saves
    std::vector<StartingFile> (*write)(const StartingText& of);
};
std::span<const Language> languages();
/// Null where there is none of this name.
const Language* language_named(std::string_view key);

/// The file to fill in, and what has to lie beside it and the question. Each stage begins with a line of its
/// own, "# scores, shape (5, 5)" or "// scores, …", and is empty: the file runs, and its answer has no stage.
std::vector<StartingFile> starting_files(const StartingText& of);

} // namespace exercise
