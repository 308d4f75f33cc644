#pragma once
// Less memory than the libraries below need ends there, in a crash or in waiting for ever. So it is refused
// here.

namespace app {

inline constexpr double command_memory = 400e6; ///< bytes; with less, OpenBLAS waits for its buffers for ever
inline constexpr double window_memory = 1e9;    ///< bytes; with less, Mesa's renderer crashes

/// The most address space that this process may use, in bytes; infinite if there is no limit.
double memory_limit();

/// Throws InputError if `limit` is less than `needed`, both in bytes.
void expect_memory(double limit, double needed);

} // namespace app
