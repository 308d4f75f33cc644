#pragma once
// A time in words.

#include <chrono>
#include <string>

namespace workbench {

/// "14:05" on the same day, "Tuesday 14:05" within the last six days, else "12 November 2026, 14:05"; in
/// local time.
std::string when(std::chrono::system_clock::time_point moment, std::chrono::system_clock::time_point now);

} // namespace workbench
