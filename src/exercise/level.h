#pragma once
// The ladder: what each exercise asks for.

#include "exercise/question.h"

#include <span>
#include <string>
#include <vector>

namespace exercise {

/// A rung of the ladder. A new one is a row in the table, and texts.
struct Level {
    const char* id;
    std::vector<std::string> stages; ///< what an answer may hold, in the order in which it is computed
    /// Makes its numbers; the same seed gives the same question.
    Question (*make)(std::uint32_t seed);
    const std::string& goal() const { return stages.back(); }
};

std::span<const Level> levels();
/// Null where there is none of this name.
const Level* level_named(const std::string& id);
/// "scores, scaled": names in a sentence.
std::string listed(const std::vector<std::string>& names);
/// All levels in a sentence.
std::string listed_levels();
/// The question of a level. Asserts that the level is one of the table.
Question make_question(const Level& level, std::uint32_t seed);

} // namespace exercise
