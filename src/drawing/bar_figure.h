#pragma once
// Named horizontal bars with their numbers: how far each word moves, how much each head adds.

#include "drawing/figure.h"

#include <optional>
#include <span>
#include <string>

namespace drawing {

using attention::Index;

struct Bar {
    std::string name = {};
    float value = 0;       ///< not below 0 and finite
    std::string text = {}; ///< in place of the number
};

struct BarOptions {
    Role role = Role::series_1;
    std::optional<float> largest = {}; ///< the value of a whole bar; empty: the largest there is
    int decimals = 2;
    std::optional<Index> marked = {}; ///< its name in bold, in the colour of the bars; the others paler
    std::string left_out = {};        ///< what the last row says where not all bars fit: "and 12 more"
    float scale = 1;
};

/// Where bars are: rows of the same height from the top.
struct BarLayout {
    Rect area = {};
    float row = 0;    ///< pixels a bar; 0: there is no room
    Index count = 0;  ///< bars that fit
    float track = 0;  ///< where bars begin, pixels from the area's left
    float length = 0; ///< of a whole bar, pixels
    Rect bar_row(Index i) const { return {area.x, area.y + static_cast<float>(i) * row, area.width, row}; }
    std::optional<Index> bar_at(Point mouse) const;
};

/// The height that `count` bars would like.
float wanted_bar_height(Index count, float scale);
BarLayout bar_layout(Rect area, std::span<const Bar> bars, const BarOptions& options,
                     const TextMeasure& measure);
/// Bars that do not fit are left out; the last row is kept for saying so.
Figure bar_figure(std::span<const Bar> bars, const BarLayout& layout, const BarOptions& options,
                  const Palette& palette, const TextMeasure& measure);

} // namespace drawing
