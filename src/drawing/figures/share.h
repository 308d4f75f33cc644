#pragma once
// A picture to share: a question, a sentence with the arcs of one word, and one number. It can move.

#include "drawing/figures/sentence.h"

#include <utility>

namespace drawing {

inline constexpr float share_width = 1200, share_height = 675; ///< pixels
inline constexpr double share_seconds = 6;                     ///< of the clip in which its arcs grow

/// A line of text in several colours.
using ColouredText = std::vector<std::pair<std::string, Role>>;

struct ShareContent {
    ColouredText question;
    SentenceContent sentence;
    std::vector<ColouredText> telling = {}; ///< what the largest weight says, in two lines
    std::string program = {}, origin = {};  ///< at the foot: its name, and where the weights come from
};

/// `seconds` from the beginning of the clip; from share_seconds on everything is there.
Figure share_figure(const ShareContent& content, double seconds, const Palette& palette,
                    const TextMeasure& measure);

} // namespace drawing
