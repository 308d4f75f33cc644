#pragma once
// How long something takes: warmed up, repeated until the spread is small, summarised by quartiles. And how
// fast this machine multiplies.

#include "base/stop.h"

#include <chrono>
#include <functional>
#include <vector>

namespace timing {

/// Seconds since construction, on a monotonic clock.
class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

struct Measurement {
    double lower = 0, median = 0, upper = 0; ///< seconds per run; half of the runs lie between the quartiles
    int runs = 0;                            ///< 0: not measured
    bool settled = false;                    ///< false: the runs still differed too much when time was up

    bool measured() const { return runs > 0; }
};

struct MeasureOptions {
    int least_runs = 7;                              ///< 3 are enough once `most_seconds` have passed
    double least_seconds = 0.05, most_seconds = 1.5; ///< of all runs together
    double settled_spread = 0.1; ///< settled when (upper − lower)/median is at most this

    bool operator==(const MeasureOptions&) const = default;
};

/// Seconds since some fixed moment, never decreasing.
using Clock = std::function<double()>;
double steady_seconds();
/// Its smallest step: nanoseconds, or in a browser a tenth of a millisecond and more.
double clock_step();

/// Runs once to warm up, then repeatedly until the spread has settled or time is up: batch by batch, so that
/// something else can be done between two.
class Measuring {
public:
    explicit Measuring(std::function<void()> run, const MeasureOptions& options = {},
                       Clock clock = steady_seconds);

    /// Warms up, or times a batch of runs: one, or enough for the clock. True when that was the last, or
    /// `stop` was requested; a run in progress at that moment does not count.
    bool next(const base::StopToken& stop = {});
    /// Not measured before the least number of runs.
    const Measurement& result() const { return result_; }

private:
    bool wants_more_before_a_look() const;
    bool look();

    std::function<void()> run_;
    MeasureOptions options_;
    Clock clock_;
    int batch_ = 0;               ///< runs in one; 0 before the warm-up
    std::vector<double> seconds_; ///< per run, one entry per batch
    double total_ = 0, next_look_;
    Measurement result_;
};

/// All of a Measuring. Not measured if `stop` is requested before the least number of runs.
Measurement measure(const std::function<void()>& run, const MeasureOptions& options = {},
                    const base::StopToken& stop = {}, const Clock& clock = steady_seconds);

/// A measurement made of runs timed elsewhere, one entry of `seconds` per run.
Measurement summed_up(const std::vector<double>& seconds, double settled_spread);

// How fast this machine multiplies: the yardsticks for all other speeds.

/// Multiply-adds per second of the matrix product: each of `threads` threads works on its own
/// large square product. 0 when stopped.
double measured_product_rate(int threads, const MeasureOptions& options = {.most_seconds = 0.3},
                             const base::StopToken& stop = {});

/// Multiply-adds per second that the arithmetic units can do with the instruction set in use, on `threads`
/// threads, when all numbers stay in registers. 0 when stopped.
double measured_multiply_add_limit(int threads, const MeasureOptions& options = {.most_seconds = 0.3},
                                   const base::StopToken& stop = {});

} // namespace timing
