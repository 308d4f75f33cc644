#pragma once
// How fast this machine multiplies matrices: the yardstick for every other speed.

#include "base/stop.h"
#include "timing/measure.h"

namespace timing {

/// Multiply-adds per second of the matrix product on this machine (OpenBLAS, or Eigen without it): each of
/// `threads` threads works on its own large square product. 0 when stopped.
double measured_product_rate(int threads, const MeasureOptions& options = {.most_seconds = 0.3},
                             const base::StopToken& stop = {});

} // namespace timing
