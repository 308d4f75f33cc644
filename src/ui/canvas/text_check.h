#pragma once
// For tests: finds texts of a frame that are unreadable because they overlap or extend beyond the window.

#include "drawing/figure.h"

#include <string>
#include <vector>

namespace ui {

struct DrawnText {
    drawing::Rect place; ///< the visible part
    std::string text;
    const void* layer;        ///< only texts of the same layer can collide
    drawing::Rect whole = {}; ///< as if nothing hid any of it: as high as its letters
};

/// "one | other" for every pair that overlaps by more than the space around the letters.
std::vector<std::string> overlapping(const std::vector<DrawnText>& texts);

/// Texts that extend beyond the window.
std::vector<std::string> outside(const std::vector<DrawnText>& texts, drawing::Rect window);

} // namespace ui
