#pragma once
// Where everything of a lane of the race is: a name, a box for each word, what is handed on below it, and the
// clock.

#include "drawing/figure.h"

#include <optional>

namespace drawing {

using attention::Index;

struct LaneLayout {
    Rect area = {};
    Index words = 0;
    float scale = 1;
    float left = 0;               ///< where the first box begins; the names stand before it
    float clock = 0;              ///< where the clock ends; it is set to the right
    float pitch = 0;              ///< from one box to the next, pixels
    float box = 0;                ///< width of a box; 0: there is no room for a lane
    float box_height = 0;         ///< boxes stand at the top of the area
    float strip_y = 0, strip = 0; ///< top and height of the strips of numbers below the boxes
    float kept_y = 0, kept = 0;   ///< where the bars of what is kept hang from, and the longest; 0: none

    bool empty() const { return box <= 0 || words == 0; }
    /// Boxes are so narrow that the lane is one bar.
    bool is_bar() const { return box < 4 * scale; }
    float x(Index word) const { return left + static_cast<float>(word) * pitch; }
    float right() const { return x(words - 1) + box; } ///< where the last box ends
    Rect box_of(Index word) const { return {x(word), area.y, box, box_height}; }
    Rect strip_of(Index word) const { return {x(word), strip_y, box, strip}; }
    /// The word under the mouse, anywhere from its box down to what is kept.
    std::optional<Index> word_at(Point mouse) const;
};

/// `kept`: leaves room for the bars of what is kept from word to word. Boxes are as wide as fits, up to what
/// a word needs; the gaps between them hold the arrows as long as there is room for them.
LaneLayout lane_layout(Rect area, Index words, bool kept, float scale);

} // namespace drawing
