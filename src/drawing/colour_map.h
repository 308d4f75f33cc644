#pragma once
// How numbers become colours.

#include "base/matrix.h"
#include "drawing/palette.h"

#include <span>

namespace drawing {

/// `signed_values` runs blue – paper – red with zero in the middle; `query`, `key`, `value` from paper to the
/// role's colour, `weights` from paper to violet. "Paper" is a dark shade in the dark theme.
enum class ColourMap { signed_values, query, key, value, weights };

struct Range {
    float low = 0, high = 1;
    bool operator==(const Range&) const = default;
};

/// 256 colours from low to high, evenly spaced to the eye (interpolated in Oklab).
std::span<const Rgba, 256> table(ColourMap map, bool dark);

/// The text colour for digits on each of those colours: readable_on() of it.
std::span<const Rgba, 256> inks(ColourMap map, bool dark);

/// The table index of a number, 0 to 255; −∞ and NaN give the low end. A range of zero width gives the low
/// end too, or the middle for signed_values.
std::size_t table_index(float value, Range range, ColourMap map);
/// The table's colour at table_index.
Rgba colour_of(float value, Range range, ColourMap map, bool dark);

/// The smallest and largest finite number of a matrix of any shape; {0, 0} when there is none. Reads every
/// cell once.
Range range_of(const base::Matrix& matrix);

/// The range in which `map` shows numbers from range.low to range.high faithfully, never of zero width:
/// symmetric about zero for signed_values; from zero for query, key, value and weights; unchanged for the
/// others.
Range fitted(ColourMap map, Range range);

} // namespace drawing
