#pragma once
// One axis of a plot: maps numbers to positions, and chooses the numbers written along it.

#include "drawing/plot/plot.h"

namespace drawing {

/// The range that an axis shows; low < high, both above 0 when logarithmic.
struct AxisRange {
    double low = 0, high = 1;
    Spacing spacing = Spacing::linear;

    /// 0 at low, 1 at high; NaN for what the axis cannot show (0 or less on a logarithmic one).
    double share(double value) const;
    /// The inverse: the number at a share.
    double value(double share) const;
};

/// The axis range for these numbers; those it cannot show are ignored. A `rounded` linear axis begins at 0
/// when no number is negative and the smallest is less than half the largest, and ends at a round number; a
/// logarithmic one ends at whole powers. Without numbers, the range is 0 to 1, or one power.
AxisRange axis_range(const Axis& axis, const std::vector<double>& values, bool rounded);

struct Tick {
    double value = 0;
    std::string text = {};
};

struct TickOptions {
    float length = 0;     ///< axis length, pixels
    bool upright = false; ///< a vertical axis: numbers are above one another, not side by side
    float size = 12;      ///< text size, pixels
    float spacing = 60;   ///< preferred distance between two ticks, pixels
};

/// Round numbers along the axis: 1, 2 or 5 times a power of ten, or whole powers. Their texts never overlap.
std::vector<Tick> axis_ticks(const AxisRange& range, Unit unit, const TickOptions& options,
                             const TextMeasure& measure);

} // namespace drawing
