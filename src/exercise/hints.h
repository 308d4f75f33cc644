#pragma once
// Hints about a stage, in three steps: what to ask oneself, the rule, and one number of it worked out. None
// of them is code.

#include "exercise/question.h"

#include <map>
#include <optional>
#include <string>

namespace exercise {

inline constexpr int hint_steps = 3;

/// A hint as the name of its text and what stands in the text's braces.
struct Hint {
    std::string text; ///< "exercise.hint.scores.1", or of a level that computes the stage in its own way
    std::map<std::string, std::string> values;
    std::size_t block = 0, blocks = 1; ///< that the values are of, and how many the stage has
};

/// One number of a stage.
struct Cell {
    std::size_t block = 0;
    Index row = 0, column = 0;
};

/// Hint number `step`, from 1 to hint_steps, about a stage of the question's level. The values are of the
/// cell `at`, or of one with much to read: its {row} and {column}, its {value}, and {first} and {second}, the
/// numbers that it is made from.
Hint hint(const Question& question, const std::string& stage, int step, const std::optional<Cell>& at = {});

} // namespace exercise
