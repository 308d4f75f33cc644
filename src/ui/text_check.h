#pragma once
// For tests: the texts of a frame that cannot be read because they stand on one another or run out of the
// window.

#include "drawing/figure.h"

#include <string>
#include <vector>

namespace ui {

struct DrawnText {
    drawing::Rect place; ///< what of it can be seen
    std::string text;
    const void* layer; ///< only texts of the same layer disturb one another
};

/// "one | other" for every two that overlap by more than the space around their letters.
std::vector<std::string> overlapping(const std::vector<DrawnText>& texts);

/// Those that reach beyond the window.
std::vector<std::string> outside(const std::vector<DrawnText>& texts, drawing::Rect window);

} // namespace ui
