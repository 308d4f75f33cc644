#pragma once
// How fast this machine multiplies: the yardsticks for every other speed.

#include "base/stop.h"
#include "timing/measure.h"

namespace timing {

/// Multiply-adds per second of the matrix product on this machine: each of `threads` threads works on its own
/// large square product. 0 when stopped.
double measured_product_rate(int threads, const MeasureOptions& options = {.most_seconds = 0.3},
                             const base::StopToken& stop = {});

/// Multiply-adds per second that this machine's arithmetic units can do with the instruction set in use, on
/// as many threads: numbers that stay in registers. 0 when stopped.
double measured_multiply_add_limit(int threads, const MeasureOptions& options = {.most_seconds = 0.3},
                                   const base::StopToken& stop = {});

} // namespace timing
