#pragma once
// Measured time against the sequence length, and against the width of the layers.

#include "base/stop.h"
#include "timing/measure.h"
#include "timing/runner.h"

#include <memory>
#include <optional>
#include <vector>

namespace timing {

struct SweepPoint {
    Index n = 0, d = 0;
    Each<Measurement> time = {}; ///< of a whole forward pass over n words, d wide
    Each<double> expected = {}; ///< estimated seconds of a run skipped because it would take too long; else 0
};

struct Sweep {
    LayerSizes sizes; ///< of the points along the length; all points have its threads
    Index n = 0;      ///< length of the points along the width
    std::vector<SweepPoint> points;
    bool finished = false;
    bool noisy = false; ///< at least one measurement did not settle

    std::vector<SweepPoint> along_length() const; ///< the points of width sizes.d, by increasing n
    std::vector<SweepPoint> along_width() const;  ///< the points of length n, by increasing d
};

struct SweepOptions {
    LayerSizes sizes = {};
    Index n = 256;
    std::vector<Index> lengths = {16, 32, 64, 128, 256, 512, 1024, 2048, 4096}; ///< at width sizes.d
    std::vector<Index> widths = {64, 128, 256, 512, 1024, 2048};                ///< at length n
    MeasureOptions each = {.most_seconds = 1}; ///< how long each runner is measured at each point
    double longest_run = 1.5;                  ///< seconds; a run expected to take longer is skipped
    double most_seconds = 60;                  ///< for everything; what would take longer is skipped

    bool operator==(const SweepOptions&) const = default;
};

/// The points in the order in which they are measured, the cheapest first; (sizes.d, n) appears only once.
std::vector<SweepPoint> sweep_points(const SweepOptions& options);

/// Measures all runners at all points, one batch of runs at a time. When stopped, it can go on later with
/// another token.
class SweepRun {
public:
    explicit SweepRun(const SweepOptions& options);
    ~SweepRun();
    SweepRun(const SweepRun&) = delete;
    SweepRun& operator=(const SweepRun&) = delete;

    /// Times the next batch, and returns the sweep so far once that completes a point, or nothing was left.
    /// Null in between and when stopped. The first call throws InputError for sizes out of range (d 1–2048,
    /// divisible by heads; n 1–65536; threads 1 to the machine's).
    std::shared_ptr<const Sweep> next(const base::StopToken& stop = {});
    bool finished() const;

private:
    struct Work;
    std::unique_ptr<Work> work_;
};

/// How long a run of `runner` at `point` should take: its most expensive measured run, scaled by the
/// multiply-adds. Empty if none was measured.
std::optional<double> expected_seconds(const Sweep& sweep, Runner runner, const SweepPoint& point);

/// How attention's time grows beside another runner's: what holds at the points where both were measured. Who
/// is faster is decided as for places (order_of).
enum class Growth {
    unmeasured,
    faster,       ///< at every point
    slower,       ///< at every point
    about_equal,  ///< at every point
    never_slower, ///< faster at some, about equal at the others
    never_faster, ///< slower at some, about equal at the others
    then_slower,  ///< faster at every point up to one crossing, slower at every point after it
    then_faster,  ///< the other way round
    mixed         ///< faster at some, slower at others, without one clear crossing
};
struct Trend {
    Growth growth = Growth::unmeasured;
    Index last = 0; ///< the largest length or width at which both were measured
    /// Where the lines cross for good, straight in log–log between two points; for then_slower and
    /// then_faster.
    std::optional<double> crossing = {};
};
Trend trend_over_length(const Sweep& sweep, Runner other);
Trend trend_over_width(const Sweep& sweep, Runner other);

/// seconds ≈ factor·cost(n).multiply_adds along the length: the best log–log fit of the factor over the upper
/// half of the lengths. Empty with fewer than 2 measured points.
std::optional<double> fitted_factor(const Sweep& sweep, Runner runner);

} // namespace timing
