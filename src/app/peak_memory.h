#pragma once

#include <optional>

namespace app {

/// Resets the peak memory of this process. False if the system does not support that.
bool restart_peak_memory();
/// The peak memory of this process in bytes since then. Empty if the system does not provide it.
std::optional<double> peak_memory();

} // namespace app
