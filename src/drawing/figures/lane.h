#pragma once
// A lane of the race at one moment: the first words of a text as boxes, every other word as a thin line, and
// how far whoever runs in this lane has come.

#include "base/matrix.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/figure.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

using base::Index;

// How far the work is.

/// Work on all words at once, which needs no waiting.
struct LanePass {
    double from = 0, until = 0; ///< in the unit of LaneWork::ready
    double share = 1;           ///< of all the work
};

/// The passes come first; then, where each word waits for the one before it, word by word.
struct LaneWork {
    std::span<const double> ready = {}; ///< (n) when each word is ready, never decreasing
    bool one_by_one = true;             ///< each word waits for the one before it
    std::vector<LanePass> passes = {};  ///< run one after another
};

/// The number of finished words.
Index words_ready(const LaneWork& work, double now);
/// How much of a word's own step is done, the part that waits for the previous word.
double step_done(const LaneWork& work, Index word, double now);
/// How much of the work on all words the passes have done.
double level_done(const LaneWork& work, double now);

// The layout: name, boxes, lines, the finish line, and the time.

/// How many words are spelt out when there is no room for all of them.
inline constexpr Index spelt_out = 10;

/// The words of a lane: the same text over and over again.
struct LaneText {
    Index words = 0;
    Index sentence = 0; ///< after so many words there is a gap between the lines; 0: never
};

struct LaneLayout {
    Rect area = {};
    LaneText text = {};
    Index boxes = 0; ///< words with a box of their own: the first ones
    float scale = 1;
    float left = 0;           ///< where the first box begins; names are to its left
    float pitch = 0, box = 0; ///< from one box to the next, and the width of one; 0: no room for a lane
    float box_y = 0, box_height = 0;
    float lines = 0, line = 0; ///< where the first line begins, and the width of one: often less than a pixel
    float finish = 0;          ///< left edge of the finish line
    float time = 0;            ///< right edge of the time
    float times_y = 0;         ///< centre of the times below the words
    float kept_y = 0, kept = 0; ///< top of the bars of what is kept, and the greatest length; 0: none

    bool empty() const { return box <= 0 || text.words == 0; }
    float right() const; ///< right edge of the last word
    Rect box_at(Index i) const { return {left + static_cast<float>(i) * pitch, box_y, box, box_height}; }
    /// The box or the line of a word.
    Rect place_of(Index word) const;
    /// Of a sentence among the lines, without the gap after it; `first` and `end`: its words.
    Rect lines_of(Index first, Index end) const;
    /// One beyond the last word of the sentence that a line belongs to.
    Index sentence_end(Index word) const;
    /// The word under the mouse, from its top down to its kept bar.
    std::optional<Index> word_at(Point mouse) const;
};

/// Optional parts that a lane needs room for.
struct LaneRoom {
    bool kept = false;  ///< bars of what is kept from word to word
    bool times = false; ///< a line of times
};

/// All words get boxes where these fit, otherwise the first ten; the others share what is left.
LaneLayout lane_layout(Rect area, const LaneText& text, const LaneRoom& room, float scale);

// The picture.

struct LanePicture {
    std::string name = {}, state = {};   ///< "RNN", "waits for word 53"
    std::string time = {}, unit = {};    ///< how long it takes: "1.63", "ms"
    std::vector<std::string> notes = {}; ///< under the time
    Role role = Role::series_1;
    Marker marker = Marker::disc;            ///< of its runner in the plots, before the name
    std::span<const std::string> words = {}; ///< (n)
    LaneWork work = {};
    std::span<const double> kept = {}; ///< (n) bytes after each word; empty: no bars
    double most_kept = 1;              ///< bytes for a bar of full height
};

struct LaneOptions {
    double now = 0;     ///< seconds, as in LaneWork::ready
    bool times = false; ///< show below the boxes, and below the last word, when these were ready
    float flash = 0;    ///< 1 when the lane has just finished, fading to 0
    std::optional<Index> marked = {}, hovered = {};
};

/// Paints a lane as laid out. Words that wait fill one after the other, with an arrow from each to the next;
/// words that do not wait are in one frame, which fills from below as one. Words that do not fit are
/// shortened.
Figure lane_figure(const LanePicture& lane, const LaneLayout& layout, const LaneOptions& options,
                   const Palette& palette, const TextMeasure& measure);

/// The chequered line that all lanes run to.
Figure finish_line(Rect place, float scale, const Palette& palette);

} // namespace drawing
