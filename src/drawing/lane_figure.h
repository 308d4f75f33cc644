#pragma once
// A lane of the race at a moment: which words are ready, which one is being worked on, what is handed on.

#include "drawing/lane_layout.h"

#include <span>
#include <string>
#include <vector>

namespace drawing {

struct Lane {
    std::string name = {}, waits = {};   ///< "RNN", "h₆ waits for h₅"
    std::string time = {};               ///< on its clock
    std::vector<std::string> notes = {}; ///< under the clock: "10 steps in a row"
    Role role = Role::series_1;
    std::span<const std::string> words = {}; ///< (n)
    std::span<const double> ready = {};      ///< (n) when each word is ready, not falling
    bool one_by_one = true;  ///< a word waits for the one before it; else all are worked on from the start
    bool hands_over = false; ///< what stands in the strip of a word is all that the next one gets
    std::shared_ptr<const attention::Matrix> numbers =
        {};                            ///< (n, d) a row a word, for the strips; null: none
    Range range = {};                  ///< of the colours of the numbers
    std::span<const double> kept = {}; ///< (n) bytes after each word; empty: no bars
    double most_kept = 1;              ///< bytes of a bar of whole height
};

struct LaneOptions {
    double now = 0; ///< in the unit of Lane::ready
    std::optional<Index> marked = {}, hovered = {};
};

/// How much of a word is done: 0 before its work begins, 1 from when it is ready.
double share_done(const Lane& lane, Index word, double now);
/// Words that are ready.
Index words_ready(const Lane& lane, double now);

/// Paints a lane where its layout says. Words that are ready are filled, one that is worked on fills up from
/// below, the others are outlines; strips and bars appear with their word. Shortens words that do not fit; a
/// lane without room for boxes is one bar.
Figure lane_figure(const Lane& lane, const LaneLayout& layout, const LaneOptions& options,
                   const Palette& palette, const TextMeasure& measure);

} // namespace drawing
