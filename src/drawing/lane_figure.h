#pragma once
// A lane of the race at one moment: which words are ready, who works on which, what is passed on.

#include "drawing/lane_layout.h"
#include "drawing/lane_work.h"
#include "drawing/plot.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

struct LanePicture {
    std::string name = {}, waits = {};   ///< "RNN", "h₆ waits for h₅"
    std::string time = {};               ///< time on its clock
    bool running = false;                ///< the clock has not stopped yet: pale
    std::vector<std::string> notes = {}; ///< under the clock: "10 steps in a row"
    Role role = Role::series_1;
    std::optional<Marker> marker = {};       ///< of its runner in the plots, before the name
    std::span<const std::string> words = {}; ///< (n)
    LaneWork work = {};
    bool hands_over = false; ///< the strip of a word shows all that the next word receives
    std::shared_ptr<const base::Matrix> numbers = {}; ///< (n, d) one row per word, for the strips; null: none
    Range range = {};                                 ///< range of the colour map
    std::span<const double> kept = {};                ///< (n) bytes after each word; empty: no bars
    double most_kept = 1;                             ///< bytes for a bar of full height
};

struct LaneOptions {
    double now = 0;     ///< seconds, as in LaneWork::ready
    bool times = false; ///< show below each box when its last word was ready
    std::optional<Index> marked = {}, hovered = {};
};

/// Paints a lane as laid out. Finished words are filled, a word in progress fills up from below, the others
/// are outlines; discs above the boxes are the workers; strips and bars appear with their word. A box of
/// several words fills from the left. Words that do not fit are shortened.
Figure lane_figure(const LanePicture& lane, const LaneLayout& layout, const LaneOptions& options,
                   const Palette& palette, const TextMeasure& measure);

} // namespace drawing
