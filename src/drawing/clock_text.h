#pragma once
// What a running clock shows, and whole numbers spelled out.

#include <string>

namespace drawing {

/// "41.2 µs", "1.30 ms", "2.00 s": three digits that count. A clock that runs keeps the unit and the decimals
/// of its `end`, so that its digits stand still.
std::string clock_text(double seconds, double end);

/// Every digit, in groups of three: "2 000 000" (with thin spaces).
std::string whole_text(double count);

} // namespace drawing
