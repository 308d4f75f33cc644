#pragma once
// Times, sizes and counts as text with their units, three digits that count.

#include <string>

namespace drawing {

/// "41.2 µs", "1.30 ms", "2.00 s". A clock that runs keeps the unit and the decimals of `like` seconds, its
/// end.
std::string time_text(double seconds, double like);
std::string time_text(double seconds);

/// "256 B", "5.12 kB", "1.05 MB": units are powers of 1000.
std::string bytes_text(double bytes);

/// "640", "20 000" (with a thin space), from a million on "1.05 M", "2.10 G", "4.20 T".
std::string count_text(double count);

/// Every digit, in groups of three: "2 000 000" (with thin spaces).
std::string whole_text(double count);

} // namespace drawing
