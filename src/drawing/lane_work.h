#pragma once
// Who works on which word of a lane at a moment.

#include "attention/matrix.h"

#include <span>
#include <vector>

namespace drawing {

using attention::Index;

/// Work on all words before any of them has to wait: each worker goes through its part of them.
struct LanePass {
    double from = 0, until = 0; ///< in the unit of LaneWork::ready
    double share = 1;           ///< of the work on a word
};

/// First the passes; then, where a word waits for the one before it, all workers together word by word.
struct LaneWork {
    std::span<const double> ready = {}; ///< (n) when each word is ready, never decreasing
    bool one_by_one = true;             ///< a word waits for the one before it
    std::vector<LanePass> passes = {};  ///< one after another
    int workers = 1;
};

/// Words that are ready.
Index words_ready(const LaneWork& work, double now);
/// How much of the work on a word is done: 0 before it begins, 1 from when the word is ready.
double share_done(const LaneWork& work, Index word, double now);
/// How much of a word's own step is done, of what waits for the word before it.
double step_done(const LaneWork& work, Index word, double now);
/// Where the workers are, counted in words from the left: 2.5 is the middle of the third word. Empty when all
/// words are ready.
std::vector<double> workers_at(const LaneWork& work, double now);

} // namespace drawing
