#pragma once
// Measured time against the length of the sequence.

#include "timing/measure.h"
#include "timing/runner.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace timing {

struct SweepPoint {
    Index n = 0;
    Each<Measurement> time = {}; ///< of a whole forward pass over n words
    Each<int> threads = {};      ///< of those allowed, how many were the fastest
};

struct Sweep {
    LayerSizes sizes;
    std::vector<SweepPoint> points; ///< by growing n
    double product_rate =
        0; ///< this machine's matrix product, multiply-adds a second, at the same thread count
    bool finished = false;
    bool noisy = false; ///< some measurement did not settle
};

struct SweepOptions {
    LayerSizes sizes = {};
    std::vector<Index> lengths = {16, 32, 64, 128, 256, 512, 1024, 2048, 4096};
    MeasureOptions each = {}; ///< how long each runner is measured at each length

    bool operator==(const SweepOptions&) const = default;
};

/// Measures all runners at all lengths, the short ones first. `progress` is called after each length, on the
/// measuring thread, with what there is so far. Null when stopped. Throws InputError for sizes out of range
/// (d 1–2048, divisible by heads; n 1–65536; threads 1 to the machine's).
std::shared_ptr<const Sweep> sweep(const SweepOptions& options,
                                   const std::function<void(std::shared_ptr<const Sweep>)>& progress,
                                   const std::stop_token& stop = {});

/// Where attention stops being the faster of the two: the length at which its line crosses the other's,
/// between two measured lengths, straight in log–log. Empty: they do not cross where it was measured.
std::optional<double> crossover(const Sweep& sweep, Runner other);

/// seconds ≈ factor·cost(n).multiply_adds, the factor that fits best in log–log over the upper half of the
/// lengths. Empty with fewer than 2 measured points.
std::optional<double> fitted_factor(const Sweep& sweep, Runner runner);

} // namespace timing
