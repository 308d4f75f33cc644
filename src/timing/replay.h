#pragma once
// The measured time at which each word was ready, in each lane of the race.

#include "base/stop.h"
#include "timing/lane.h"
#include "timing/runner.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace timing {

struct Replay {
    Mode mode = Mode::all_words;
    LayerSizes sizes;
    std::vector<std::string> words;
    Each<Lane> lanes;
    double product_rate = 0;    ///< multiply-adds per second of one core in a large matrix product
    std::size_t lanes_done = 0; ///< in the order of `runners`

    bool finished() const { return lanes_done == runners.size(); }
};

/// Runs the lanes on the words' rows (random embeddings of width d, the same for the same word), one after
/// another, one run at a time.
class ReplayRun {
public:
    ReplayRun(std::vector<std::string> words, Mode mode, const LayerSizes& sizes);

    /// The first call only says what will run; each one after it makes a run, and returns the replay so far
    /// once that completes a lane. Null in between and when stopped. The first call throws InputError for
    /// sizes out of range, or no words.
    std::shared_ptr<const Replay> next(const base::StopToken& stop = {});
    bool finished() const { return so_far_.finished(); }

private:
    /// One run, or what comes before and after them all. True when the lane is complete.
    bool run_lane(Runner runner, const base::StopToken& stop);

    Replay so_far_;
    std::shared_ptr<const Matrix> x_; ///< (n, d); null before the first call
    LaneRuns runs_;
    std::optional<TimedLane> timed_; ///< the lane that is being timed
};

} // namespace timing
