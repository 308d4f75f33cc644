#pragma once
// What is shared: a sheet with a question at its top and, at its foot, where the numbers come from. In
// between stands whatever moves on the screen, or a sentence with the arcs of one word and one number.

#include "drawing/figures/sentence.h"
#include "drawing/figures/story.h"

#include <optional>

namespace drawing {

inline constexpr float share_width = 1200, share_height = 675; ///< pixels
inline constexpr double share_seconds = 6;                     ///< of the clip in which its arcs grow

struct ShareSheet {
    ColouredText question;
    std::string program = {}, origin = {}; ///< at the foot: its name, and where the weights come from
};
/// The place between question and foot.
inline constexpr Rect share_room{60, 116, share_width - 120, 476};

/// `inside` should lie within the room.
Figure share_sheet(const ShareSheet& sheet, Figure inside, const Palette& palette,
                   const TextMeasure& measure);

struct ShareContent {
    ShareSheet sheet;
    SentenceContent sentence;
    std::vector<ColouredText> telling = {}; ///< in two lines, what the number says
    std::optional<StoryAnswer> answer = {}; ///< in place of the largest weight: what a model makes of it
};

/// `seconds` from the beginning of the clip; from share_seconds on everything is there.
Figure share_figure(const ShareContent& content, double seconds, const Palette& palette,
                    const TextMeasure& measure);

} // namespace drawing
