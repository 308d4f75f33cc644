#pragma once
// How long something takes: warmed up, repeated until the spread is known, summed up by quartiles.

#include <functional>
#include <stop_token>

namespace timing {

struct Measurement {
    double lower = 0, median = 0, upper = 0; ///< seconds for one run; the quartiles hold the middle half
    int runs = 0;                            ///< 0: not measured
    bool settled = false; ///< false: after the time allowed the runs still differed too much to tell

    bool measured() const { return runs > 0; }
};

struct MeasureOptions {
    int least_runs = 7;
    double least_seconds = 0.05, most_seconds = 1.5; ///< of all runs together
    double settled_spread = 0.1; ///< settled when (upper − lower)/median is at most this
};

/// Runs once to warm up, then again and again until the spread is settled or the time is over. Runs shorter
/// than the clock can tell apart are timed several at once. Not measured when `stop` was requested before the
/// least runs.
Measurement measure(const std::function<void()>& run, const MeasureOptions& options = {},
                    const std::stop_token& stop = {});

} // namespace timing
