#pragma once
// Which workers are on which words of a lane at a given moment.

#include "base/matrix.h"

#include <span>
#include <vector>

namespace drawing {

using base::Index;

/// Work on all words that needs no waiting: each worker goes through its own part of them.
struct LanePass {
    double from = 0, until = 0; ///< in the unit of LaneWork::ready
    double share = 1;           ///< share of the work on each word
};

/// The passes come first; then, where each word waits for the one before it, all workers together, word by
/// word.
struct LaneWork {
    std::span<const double> ready = {}; ///< (n) when each word is ready, never decreasing
    bool one_by_one = true;             ///< each word waits for the one before it
    std::vector<LanePass> passes = {};  ///< run one after another
    int workers = 1;
};

/// The number of finished words.
Index words_ready(const LaneWork& work, double now);
/// How much of the work on a word is done: 0 before it begins, 1 once the word is ready.
double share_done(const LaneWork& work, Index word, double now);
/// How much of a word's sequential step is done, the part that waits for the previous word.
double step_done(const LaneWork& work, Index word, double now);
/// The workers' positions in words from the left: 2.5 is the middle of the third word. Empty once all words
/// are ready.
std::vector<double> workers_at(const LaneWork& work, double now);

} // namespace drawing
