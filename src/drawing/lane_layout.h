#pragma once
// Where everything in a lane of the race is: a name, a box for each word or for several, what is handed on
// below it, and the clock.

#include "drawing/figure.h"

#include <optional>

namespace drawing {

using attention::Index;

struct LaneLayout {
    Rect area = {};
    Index words = 0;
    Index group = 1; ///< words of a box: 1, or a power of 2 where boxes for single words would be too narrow
    float scale = 1;
    float left = 0;      ///< where the first box begins; the names stand before it
    float clock = 0;     ///< where the clock ends; it is set to the right
    float pitch = 0;     ///< from one box to the next, pixels
    float box = 0;       ///< width of a box; 0: there is no room for a lane
    float workers_y = 0; ///< the middle of the workers, above the boxes
    float box_y = 0, box_height = 0;
    float strip_y = 0, strip = 0; ///< top and height of the strips of numbers below the boxes
    float times_y = 0;            ///< the middle of the times below the strips
    float kept_y = 0, kept = 0;   ///< where the bars of what is kept hang from, and the longest; 0: none

    bool empty() const { return box <= 0 || words == 0; }
    Index boxes() const { return (words + group - 1) / group; }
    float x(Index i) const { return left + static_cast<float>(i) * pitch; } ///< of box i
    float right() const { return x(boxes() - 1) + box; }                    ///< where the last box ends
    /// Across a box, `word` words from the left: 2.5 is the middle of the third.
    float x_of_word(double word) const;
    Rect box_at(Index i) const { return {x(i), box_y, box, box_height}; }
    Rect strip_at(Index i) const { return {x(i), strip_y, box, strip}; }
    Index first_word(Index i) const { return i * group; }
    Index end_word(Index i) const { return std::min(words, (i + 1) * group); } ///< one beyond the last
    /// The word under the mouse, anywhere from its box down to what is kept.
    std::optional<Index> word_at(Point mouse) const;
};

/// What else a lane needs room for.
struct LaneRoom {
    bool kept = false;  ///< the bars of what is kept from word to word
    bool times = false; ///< a line of times
};

/// Boxes are as wide as fits, up to what a word needs; the gaps between them hold the arrows as long as there
/// is room for them.
LaneLayout lane_layout(Rect area, Index words, const LaneRoom& room, float scale);

} // namespace drawing
