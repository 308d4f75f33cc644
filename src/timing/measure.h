#pragma once
// How long something takes: warmed up, repeated until the spread is known, summarised by quartiles.

#include <functional>
#include <stop_token>
#include <vector>

namespace timing {

struct Measurement {
    double lower = 0, median = 0, upper = 0; ///< seconds for one run; the quartiles hold the middle half
    int runs = 0;                            ///< 0: not measured
    bool settled = false; ///< false: when the time was up, the runs still differed too much

    bool measured() const { return runs > 0; }
};

struct MeasureOptions {
    int least_runs = 7;                              ///< 3 are enough once `most_seconds` are up
    double least_seconds = 0.05, most_seconds = 1.5; ///< of all runs together
    double settled_spread = 0.1; ///< settled when (upper − lower)/median is at most this

    bool operator==(const MeasureOptions&) const = default;
};

/// Seconds since some moment, never decreasing.
using Clock = std::function<double()>;
double steady_seconds();

/// Runs once to warm up, then again and again until the spread is settled or the time is over. Runs too short
/// for the clock are timed in batches. Not measured when `stop` was requested before the least runs; a run
/// that was under way then does not count.
Measurement measure(const std::function<void()>& run, const MeasureOptions& options = {},
                    const std::stop_token& stop = {}, const Clock& clock = steady_seconds);

/// A measurement of runs that were timed elsewhere, in `seconds` each.
Measurement summed_up(const std::vector<double>& seconds, double settled_spread);

/// Which of several ways to do the same thing takes least time: the ways take turns, once to warm up and
/// three times that count, and their medians are compared; a later way must be 5 % faster to be preferred.
/// Ways so slow that the first turns take 0.3 s are judged by these. 0 when `stop` was requested.
std::size_t fastest(const std::vector<std::function<void()>>& ways, const std::stop_token& stop = {},
                    const Clock& clock = steady_seconds);

} // namespace timing
