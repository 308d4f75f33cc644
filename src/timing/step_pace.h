#pragma once
// What a multiply-add of a recurrent step costs as the weights grow, since every step reads all of them.

#include "base/stop.h"
#include "timing/runner.h"

namespace timing {

/// Seconds per multiply-add with the recurrent weights W_hh, on one thread.
struct StepPace {
    double seconds = 0, bytes = 0;               ///< of this layer, and of its W_hh
    double narrow_seconds = 0, narrow_bytes = 0; ///< of a narrow layer: 256 kB, or this one if it is narrower

    /// The time relative to that of the narrow layer; 1 when nothing was measured.
    double slowdown() const { return narrow_seconds > 0 ? seconds / narrow_seconds : 1; }
};

} // namespace timing
