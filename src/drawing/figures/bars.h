#pragma once
// Named horizontal bars with their numbers: how far each word moves, how much each head adds.

#include "drawing/shapes/figure.h"

#include <optional>
#include <span>
#include <string>

namespace drawing {

using base::Index;

struct Bar {
    std::string name = {};
    float value = 0;       ///< finite and at least 0
    std::string text = {}; ///< replaces the number
};

struct BarOptions {
    Role role = Role::series_1;
    std::optional<float> largest = {}; ///< the value of a full bar; empty: the largest bar's
    int decimals = 2;
    std::optional<Index> marked = {}; ///< name in bold and in the bars' colour; the other bars are paler
    std::string left_out = {};        ///< text of the last row when not all bars fit: "and 12 more"
    float scale = 1;
};

/// Layout of bars: rows of equal height from the top.
struct BarLayout {
    Rect area = {};
    float row = 0;    ///< pixels per bar; 0: there is no room
    Index count = 0;  ///< bars that fit
    float track = 0;  ///< where bars begin, in pixels from the area's left
    float length = 0; ///< length of a full bar, pixels
    Rect bar_row(Index i) const { return {area.x, area.y + static_cast<float>(i) * row, area.width, row}; }
};

BarLayout bar_layout(Rect area, std::span<const Bar> bars, const BarOptions& options,
                     const TextMeasure& measure);
/// Bars that do not fit are left out, and the last row says so.
Figure bar_figure(std::span<const Bar> bars, const BarLayout& layout, const BarOptions& options,
                  const Palette& palette, const TextMeasure& measure);

} // namespace drawing
