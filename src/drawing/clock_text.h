#pragma once
// The text of a running clock, and whole numbers spelled out.

#include <string>

namespace drawing {

/// "41.2 µs", "1.30 ms", "2.00 s": three significant digits. A running clock keeps the unit and the decimals
/// of its `end`, so that its digits do not jump.
std::string clock_text(double seconds, double end);

/// Every digit, in groups of three: "2 000 000" (with thin spaces).
std::string whole_text(double count);

} // namespace drawing
