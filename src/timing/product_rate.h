#pragma once
// How fast this machine multiplies matrices: the yardstick for every other speed.

#include "timing/measure.h"

#include <stop_token>

namespace timing {

/// Multiply-adds a second of this machine's own matrix product (OpenBLAS, or Eigen without it): each of
/// `threads` works on a large square product of its own. 0 when stopped.
double measured_product_rate(int threads, const MeasureOptions& options = {.most_seconds = 0.3},
                             const std::stop_token& stop = {});

} // namespace timing
