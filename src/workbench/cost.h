#pragma once
// What a frame does itself, and what it leaves to a worker: estimated in multiply-adds before the work
// begins.

namespace workbench {

/// Work of up to this cost is done at once: measured as about 2 ms on one core, with all that a pass does
/// besides.
inline constexpr double most_at_once = 6e6;

// The time that other work takes, in multiply-adds.
inline constexpr double random_number_cost = 50; ///< one normal number
inline constexpr double comparison_cost = 30;    ///< comparing two cells and keeping count
inline constexpr double exponential_cost = 20;   ///< one exponential, logarithm or hyperbolic tangent

} // namespace workbench
