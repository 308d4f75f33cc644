#pragma once
// With too little memory Mesa crashes: refuse it with a message instead.

namespace app {

inline constexpr double window_memory = 1e9; ///< bytes; with less, Mesa's renderer crashes

/// The most address space that this process may use, in bytes; infinite if there is no limit.
double memory_limit();

/// Throws InputError if `limit` is less than `needed`, both in bytes.
void expect_memory(double limit, double needed);

} // namespace app
