#pragma once
// How far each learner has come, in lessons and exercises, in a small file of the user's. Nothing is sent
// anywhere.

#include "exercise/tries.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>

namespace lesson {

/// In one lesson.
struct Progress {
    std::size_t step = 0;                ///< the one last open, from 0
    bool finished = false;               ///< its last step was done at some point
    bool without = false;                ///< the learner left it at the questions answered
    std::int64_t seen = 0;               ///< when, in seconds since 1970; 0: not known
    std::set<std::size_t> answered = {}; ///< the steps whose questions were answered at some point …
    std::set<std::size_t> right = {};    ///< … and those of them answered correctly at the first attempt
    bool operator==(const Progress&) const = default;
};

struct Learner {
    std::map<std::string, Progress> lessons; ///< by the lesson's id
    exercise::LevelsDone exercises;          ///< begun ones
    bool operator==(const Learner&) const = default;
};

struct Learners {
    std::string current; ///< the name of the one at the keyboard; empty: none was given
    std::map<std::string, Learner> all;
    bool operator==(const Learners&) const = default;
};

/// Empty if there is no file. Throws InputError for a damaged one, which is kept aside as FILE.damaged, so
/// that the next write loses nothing.
Learners read_progress(const std::filesystem::path& file);

/// The same of a file that somebody else has made, which stays where it is. Throws InputError for a missing
/// or damaged one.
Learners progress_in(const std::filesystem::path& file);

/// Writes a new file and renames it. Throws InputError; does nothing for an empty path.
void write_progress(const std::filesystem::path& file, const Learners& learners);

/// Reads, changes and writes while no other window does. Throws InputError like both.
void change_progress(const std::filesystem::path& file, const std::function<void(Learners&)>& change);

} // namespace lesson
