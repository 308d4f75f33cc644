#pragma once
// Bytes in use, counted by AddressSanitizer's hooks; unknown in other builds.

#include <functional>

namespace live_bytes {

bool known();
/// The most bytes in use at once while it runs, beyond those in use before.
double highest_during(const std::function<void()>& run);

} // namespace live_bytes
