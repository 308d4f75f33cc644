#pragma once
// Layout of a lane of the race: its name, a box for each word or for several, what is passed on below it, and
// the clock.

#include "drawing/figure.h"

#include <optional>

namespace drawing {

using base::Index;

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
    float kept_y = 0, kept = 0;   ///< top of the bars of what is kept, and the longest length; 0: none

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

} // namespace drawing
