#pragma once
// What is remembered of an answer once its numbers are gone: when it was saved, and what was said of it.

#include "exercise/check.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace exercise {

/// What is said of one stage of a level.
enum class Verdict {
    agrees,
    differs,
    other_shape,
    missing ///< the answer does not hold it
};
/// One letter for each: "a", "d", "s", "-".
char letter_of(Verdict verdict);

/// An answer, in short.
struct Try {
    std::int64_t saved = 0;                 ///< when, in seconds since 1970
    std::string verdicts = {};              ///< a letter for each stage of the level, in its order
    std::vector<std::string> mistakes = {}; ///< the ids of those that explain it: `exercise.short.ID`
    bool operator==(const Try&) const = default;

    /// Of the stage with this place in the level; `missing` beyond what is known.
    Verdict of(std::size_t stage) const;
    /// True when it holds the level's last stage, and all that it holds agrees.
    bool agrees() const;
};

Verdict verdict_on(const Checked& checked, const std::string& stage);
/// An answer that was saved then, in short.
Try try_of(const Level& level, const Checked& checked, std::int64_t saved);

/// What a learner has done of one level.
struct LevelDone {
    bool done = false;        ///< one of the tries agreed
    std::size_t count = 0;    ///< of all tries
    std::vector<Try> tries{}; ///< the latest, the oldest first
    bool operator==(const LevelDone&) const = default;
};
/// By the level's id.
using LevelsDone = std::map<std::string, LevelDone>;

/// Of so many tries the latest are kept.
inline constexpr std::size_t most_tries = 40;

/// Adds a try; false if the same one, saved at the same time, was added before.
bool add_try(LevelDone& level, const Try& made);

} // namespace exercise
