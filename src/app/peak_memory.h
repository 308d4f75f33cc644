#pragma once

#include <optional>

namespace app {

/// Forgets how much memory this process has held at its highest; from now on it is watched anew. False where
/// the system does not offer that.
bool restart_peak_memory();
/// Bytes of memory that this process held at its highest since then. Empty where the system does not tell.
std::optional<double> peak_memory();

} // namespace app
