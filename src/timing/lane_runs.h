#pragma once
// What the lanes of the race run.

#include "timing/lane.h"

#include <functional>
#include <memory>

namespace timing {

/// They hold all that they need.
struct LaneRuns {
    RunLane run;
    /// Of a recurrent lane in all_words; else empty.
    std::function<StepPace(const base::StopToken&)> pace;
};

/// The runs of a lane over the rows x (n, d). Must not be used once `stop` is requested.
LaneRuns lane_runs(Runner runner, Mode mode, const std::shared_ptr<const Matrix>& x, const LayerSizes& sizes,
                   const base::StopToken& stop);

} // namespace timing
