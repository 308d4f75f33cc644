#pragma once
// A lane of the race at one moment: which words are ready, who works on which, and what is passed on.

#include "base/matrix.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/figure.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

using base::Index;

// Which workers are on which words.

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

// The layout of a lane: its name, boxes for one word or several each, what is passed on below them, and the
// clock.

struct LaneLayout {
    Rect area = {};
    Index words = 0;
    Index group = 1; ///< words per box: 1, or a power of 2 where boxes for single words would be too narrow
    float scale = 1;
    float left = 0;      ///< where the first box begins; names are to its left
    float clock = 0;     ///< right edge of the clock, which is right-aligned
    float pitch = 0;     ///< from one box to the next, pixels
    float box = 0;       ///< box width; 0: no room for a lane
    float workers_y = 0; ///< centre of the workers, above the boxes
    float box_y = 0, box_height = 0;
    float strip_y = 0, strip = 0; ///< top and height of the strips of numbers below the boxes
    float times_y = 0;            ///< centre of the times below the strips
    float kept_y = 0, kept = 0;   ///< top of the bars of what is kept, and the greatest length; 0: none

    bool empty() const { return box <= 0 || words == 0; }
    Index boxes() const { return (words + group - 1) / group; }
    float x(Index i) const { return left + static_cast<float>(i) * pitch; } ///< left edge of box i
    float right() const { return x(boxes() - 1) + box; }                    ///< right edge of the last box
    /// The x position `word` words from the left: 2.5 is the middle of the third.
    float x_of_word(double word) const;
    Rect box_at(Index i) const { return {x(i), box_y, box, box_height}; }
    Rect strip_at(Index i) const { return {x(i), strip_y, box, strip}; }
    Index first_word(Index i) const { return i * group; }
    Index end_word(Index i) const { return std::min(words, (i + 1) * group); } ///< one beyond the last
    /// The word under the mouse, anywhere from its box down to the kept bar.
    std::optional<Index> word_at(Point mouse) const;
};

/// Optional parts that a lane needs room for.
struct LaneRoom {
    bool kept = false;  ///< bars of what is kept from word to word
    bool times = false; ///< a line of times
};

/// Boxes are as wide as space allows, up to what a word needs; the gaps between them hold the arrows while
/// there is room.
LaneLayout lane_layout(Rect area, Index words, const LaneRoom& room, float scale);

// The picture.

struct LanePicture {
    std::string name = {}, waits = {};   ///< "RNN", "h₆ waits for h₅"
    std::string time = {};               ///< time on its clock
    bool running = false;                ///< the clock has not stopped yet: pale
    std::vector<std::string> notes = {}; ///< under the clock: "10 steps in a row"
    Role role = Role::series_1;
    std::optional<Marker> marker = {};       ///< of its runner in the plots, before the name
    std::span<const std::string> words = {}; ///< (n)
    LaneWork work = {};
    bool hands_over = false;                          ///< a word's strip is all that the next word receives
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
