#pragma once
// The answers of a class to one question, in a table.

#include "exercise/check.h"

#include <filesystem>
#include <string>
#include <vector>

namespace exercise {

/// What is said of one answer.
struct Mark {
    std::string name;             ///< of its file without the ending, or of the folder that it lies in
    std::size_t agreeing = 0;     ///< stages that agree
    bool done = false;            ///< all that it holds agrees, and it holds what the level asks for
    std::string first_wrong = {}; ///< empty if none
    std::vector<Mistake> mistakes = {};
    std::string stopped = {}; ///< why it could not be read or compared; empty if it was
};

/// Checks each answer in a folder, by name: files, and folders with an answer in them. What cannot be read is
/// a row that says why. Throws InputError: no such folder, no answer in it.
std::vector<Mark> mark_class(const std::filesystem::path& folder, const Question& question);

} // namespace exercise
