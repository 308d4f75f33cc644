#pragma once
// One axis of a plot: from numbers to places, and the numbers written along it.

#include "drawing/plot.h"

namespace drawing {

/// The stretch of numbers that an axis shows; low < high, both above 0 when logarithmic.
struct AxisRange {
    double low = 0, high = 1;
    Spacing spacing = Spacing::linear;

    /// 0 at low, 1 at high; NaN for what the axis cannot show (0 or less on a logarithmic one).
    double share(double value) const;
    /// The number at a share: the inverse.
    double value(double share) const;
};

/// The range of an axis for these numbers; those that it cannot show are left out. A linear axis that is
/// `rounded` begins at 0 when no number is below and the smallest is less than half the largest, and ends
/// evenly; a logarithmic one ends at whole powers. Without numbers from 0 to 1, or one power.
AxisRange axis_range(const Axis& axis, const std::vector<double>& values, bool rounded);

struct Tick {
    double value = 0;
    std::string text = {};
};

struct TickOptions {
    float length = 0;     ///< of the axis, pixels
    bool upright = false; ///< the numbers stand above one another, not side by side
    float size = 12;      ///< of the text, pixels
    float spacing = 60;   ///< wanted between two ticks, pixels
};

/// Round numbers along the axis: 1, 2 or 5 times a power of ten, or whole powers. Their texts never overlap.
std::vector<Tick> axis_ticks(const AxisRange& range, Unit unit, const TickOptions& options,
                             const TextMeasure& measure);

} // namespace drawing
