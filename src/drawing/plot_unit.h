#pragma once
// The unit of an axis's numbers, and how they are written.

#include <string>

namespace drawing {

enum class Unit {
    none,    ///< plain numbers
    seconds, ///< "10 µs", "100 ms", "1 s"
    count,   ///< "64", "4096", "2·10⁵": powers of ten from 10³ on, other numbers from 100 000 on
    bytes    ///< "256 B", "1 kB", "67.1 MB": steps of 1000
};

/// A number with its unit, rounded to `digits` significant digits, without trailing zeros: "1.5 ms".
std::string unit_text(double value, Unit unit, int digits);
/// The same, in the unit used for `like`, so that the numbers of an axis are comparable.
std::string unit_text(double value, Unit unit, int digits, double like);

/// "10⁶", "10⁻⁶".
std::string power_of_ten(int exponent);

/// The reading of a plot point: three significant digits, or plain numbers with their decimals, below 0.001
/// as a power of ten.
std::string reading_text(double value, Unit unit);

} // namespace drawing
