#pragma once
// Progress that learners hand in, each in a file, and what a class has done.

#include "lesson/lesson.h"
#include "lesson/progress.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lesson {

/// Writes the progress of the learner at the keyboard, and of nobody else, into a folder as
/// "progress-NAME.json"; an older one of theirs is replaced. Returns the file. Throws InputError when it
/// cannot be written; the older one is then unchanged.
std::filesystem::path hand_in(const std::filesystem::path& folder, const Learners& learners);

/// A learner of a class.
struct HandedIn {
    std::string name;     ///< the learner's, or that of the file where none was given
    Learner learner = {}; ///< empty if there is a problem
    std::string problem = {};
    std::string file = {};               ///< its name in the folder
    std::vector<std::string> older = {}; ///< other files of the same learner, which do not count
};

/// Each learner in the .json files of a folder, by name; a file that cannot be read is a row that says why.
/// Of several files of one learner the newest counts: the one in which a lesson was open last, or else the
/// one that was written last. Throws InputError: no such folder, no such file in it.
std::vector<HandedIn> read_handed_in(const std::filesystem::path& folder);

/// Whether a lesson was walked to its end, with every question answered or deliberately done without.
bool is_done(const Lesson& lesson, const Progress& progress);

} // namespace lesson
