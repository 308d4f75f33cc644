#pragma once
// The measured time at which each word was ready, in each lane of the race: a lane, what runs in it and how
// that is timed, and the replay of all lanes.

#include "base/stop.h"
#include "timing/measure.h"
#include "timing/runner.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace timing {

/// What a multiply-add of a recurrent step costs as the weights grow, since every step reads all of them:
/// seconds per multiply-add with the recurrent weights W_hh, on one thread.
struct StepPace {
    double seconds = 0, bytes = 0;               ///< of this layer, and of its W_hh
    double narrow_seconds = 0, narrow_bytes = 0; ///< of a narrow layer: 256 kB, or this one if it is narrower

    /// The time relative to that of the narrow layer; 1 when nothing was measured.
    double slowdown() const { return narrow_seconds > 0 ? seconds / narrow_seconds : 1; }
};

struct Lane {
    /// (n) seconds from the start until the output for word t was ready: medians of repeated runs. All equal
    /// for attention in all_words.
    std::vector<double> ready;
    Measurement time;               ///< of the whole lane; the median is the last of `ready`
    Matrix states;                  ///< (n, d) what is passed on: h_t of RNN and LSTM; attention's outputs
    Matrix cells;                   ///< (n, d) c_t of the LSTM; else 0 rows
    std::vector<double> kept_bytes; ///< (n) after word t: the state, or attention's keys and values, in
                                    ///< all_words of all words, in generation of the words so far
    int threads = 1;                ///< that it ran on
    StepPace pace;                  ///< of the recurrent lanes, in all_words

    double seconds() const { return time.median; }
    /// Seconds per step; 0 for one word. In all_words a recurrent lane multiplies all inputs at once and then
    /// takes n steps.
    double step_seconds() const;
    /// Seconds until the first step begins.
    double inputs_seconds() const;
};

/// Records when each word of a run was ready.
class Marks {
public:
    explicit Marks(Index n) : seconds_(static_cast<std::size_t>(n)) {}

    void start() { watch_ = Stopwatch(); }
    void mark(Index t) { seconds_[static_cast<std::size_t>(t)] = watch_.seconds(); }
    void mark_all();
    const std::vector<double>& seconds() const { return seconds_; }

private:
    Stopwatch watch_;
    std::vector<double> seconds_;
};

/// What a run of a lane returns: see Lane.
struct Outcome {
    Matrix states, cells;
};
/// Starts the marks once everything is prepared, then marks every word. Incomplete once stop is requested.
using RunLane = std::function<Outcome(Marks&, const base::StopToken&)>;

/// What a lane runs. The functions hold all that they need.
struct LaneRuns {
    RunLane run;
    /// The pace of a recurrent lane in all_words; else empty.
    std::function<StepPace(const base::StopToken&)> pace;
};

/// The runs of a lane over the rows x (n, d). Must not be used once `stop` is requested.
LaneRuns lane_runs(Runner runner, Mode mode, const std::shared_ptr<const Matrix>& x, const LayerSizes& sizes,
                   const base::StopToken& stop);

/// Times a lane run by run, so that something else can be done in between: many times, or a few times if a
/// run is long, keeping the medians.
class TimedLane {
public:
    /// For runs over n words on `threads` threads.
    TimedLane(Index n, RunLane run, int threads);

    /// Makes a run. True when there have been enough, or `stop` was requested.
    bool next(const base::StopToken& stop);
    /// The times, and what the last run returned.
    Lane lane() const;

private:
    bool enough() const;

    RunLane run_;
    int threads_;
    Marks marks_;
    Outcome outcome_;
    std::vector<std::vector<double>> runs_; ///< the marks of each
    double total_ = 0;                      ///< seconds of all
    bool warm_ = false;
};

// All lanes.

/// A race against the clock, or counted in steps: then times are steps, and nothing has run.
struct Replay {
    bool in_steps = false;
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

/// The same race counted in steps: `ready` and `time` are how many steps, each waiting for the one before,
/// the output for a word takes: cost().waiting_steps. No states, no pace, no product rate.
Replay counted_in_steps(std::vector<std::string> words, Mode mode, const LayerSizes& sizes);

} // namespace timing
