#pragma once
// A lane of the race at a moment: which words are ready, who works on which, what is handed on.

#include "drawing/lane_layout.h"
#include "drawing/lane_work.h"

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
    LaneWork work = {};
    bool hands_over = false; ///< what stands in the strip of a word is all that the next one gets
    std::shared_ptr<const attention::Matrix> numbers =
        {};                            ///< (n, d) a row a word, for the strips; null: none
    Range range = {};                  ///< of the colours of the numbers
    std::span<const double> kept = {}; ///< (n) bytes after each word; empty: no bars
    double most_kept = 1;              ///< bytes of a bar of full height
};

struct LaneOptions {
    double now = 0;     ///< seconds, as in LaneWork::ready
    bool times = false; ///< below each box when the last of its words was ready
    std::optional<Index> marked = {}, hovered = {};
};

/// Paints a lane where its layout says. Words that are ready are filled, one that is being worked on fills up
/// from below, the others are outlines; discs above the boxes are the workers; strips and bars appear with
/// their word. A box of several words fills from the left. Words that do not fit are shortened.
Figure lane_figure(const Lane& lane, const LaneLayout& layout, const LaneOptions& options,
                   const Palette& palette, const TextMeasure& measure);

} // namespace drawing
