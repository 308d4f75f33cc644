#pragma once
// How long something takes: warmed up, repeated until the spread is known, summed up by quartiles.

#include <functional>
#include <stop_token>
#include <vector>

namespace timing {

struct Measurement {
    double lower = 0, median = 0, upper = 0; ///< seconds for one run; the quartiles hold the middle half
    int runs = 0;                            ///< 0: not measured
    bool settled = false; ///< false: after the time allowed the runs still differed too much to tell

    bool measured() const { return runs > 0; }
};

struct MeasureOptions {
    int least_runs = 7;                              ///< 3 are enough once `most_seconds` are over
    double least_seconds = 0.05, most_seconds = 1.5; ///< of all runs together
    double settled_spread = 0.1; ///< settled when (upper − lower)/median is at most this

    bool operator==(const MeasureOptions&) const = default;
};

/// Runs once to warm up, then again and again until the spread is settled or the time is over. Runs shorter
/// than the clock can tell apart are timed several at once. Not measured when `stop` was requested before the
/// least runs; a run that was under way when it was requested does not count.
Measurement measure(const std::function<void()>& run, const MeasureOptions& options = {},
                    const std::stop_token& stop = {});

/// Runs that were timed elsewhere, `seconds` each, as a measurement.
Measurement summed_up(const std::vector<double>& seconds, double settled_spread);

/// Which of several ways to do the same takes least, by the medians of three runs each, in turns, after one
/// each to warm up; a later way must be 5 % faster to be preferred. 0 when `stop` was requested.
std::size_t fastest(const std::vector<std::function<void()>>& ways, const std::stop_token& stop = {});

} // namespace timing
