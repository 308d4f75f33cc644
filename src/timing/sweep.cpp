#include "timing/sweep.h"

#include "timing/cost.h"
#include "timing/layers.h"
#include "timing/product_rate.h"

#include <algorithm>
#include <cmath>

namespace timing {

namespace {

/// One layer for each of teams(threads).
using Layers = std::vector<RandomLayer>;

Layers layers_of(Runner runner, LayerSizes sizes) {
    Layers layers;
    for (const int threads : teams(sizes.threads)) {
        sizes.threads = threads;
        layers.emplace_back(runner, sizes);
    }
    return layers;
}

SweepPoint measured_at(Index n, const Each<Layers>& layers, const SweepOptions& options,
                       const std::stop_token& stop) {
    SweepPoint point{.n = n};
    attention::Input input;
    input.x = random_rows(n, options.sizes.d, options.sizes.seed);
    for (const Runner runner : runners) {
        std::vector<std::function<void()>> ways;
        for (const RandomLayer& layer : layers[runner])
            ways.emplace_back([&] { layer.run(input, 1, stop); });
        const std::size_t best = fastest(ways, stop);
        point.threads[runner] = teams(options.sizes.threads)[best];
        point.time[runner] = measure(ways[best], options.each, stop);
    }
    return point;
}

// Points at which both were measured, as (ln n, ln(attention/other)).
struct Ratio {
    double log_n, log_ratio;
};

std::vector<Ratio> ratios(const Sweep& sweep, Runner other) {
    std::vector<Ratio> result;
    for (const SweepPoint& point : sweep.points) {
        const Measurement &a = point.time[Runner::attention], &b = point.time[other];
        if (a.measured() && b.measured())
            result.push_back({std::log(static_cast<double>(point.n)), std::log(a.median / b.median)});
    }
    return result;
}

} // namespace

std::shared_ptr<const Sweep> sweep(const SweepOptions& options,
                                   const std::function<void(std::shared_ptr<const Sweep>)>& progress,
                                   const std::stop_token& stop) {
    expect_sizes(options.sizes, 1);
    std::vector<Index> lengths = options.lengths;
    std::ranges::sort(lengths);
    for (const Index n : lengths)
        expect_sizes(options.sizes, n);
    Each<Layers> layers;
    for (const Runner runner : runners)
        layers[runner] = layers_of(runner, options.sizes);
    Sweep result{.sizes = options.sizes,
                 .points = {},
                 .product_rate = measured_product_rate(options.sizes.threads, {.most_seconds = 0.3}, stop)};
    for (const Index n : lengths) {
        const SweepPoint point = measured_at(n, layers, options, stop);
        if (stop.stop_requested()) return nullptr;
        result.points.push_back(point);
        for (const Runner runner : runners)
            result.noisy |= !point.time[runner].settled;
        result.finished = n == lengths.back();
        if (progress) progress(std::make_shared<const Sweep>(result));
    }
    result.finished = true;
    return std::make_shared<const Sweep>(std::move(result));
}

std::optional<double> crossover(const Sweep& sweep, Runner other) {
    const std::vector<Ratio> points = ratios(sweep, other);
    // From the end: the last stretch over which attention is the slower one.
    for (std::size_t i = points.size(); i-- > 0 && points[i].log_ratio > 0;) {
        if (i == 0 || points[i - 1].log_ratio > 0) continue;
        const Ratio &before = points[i - 1], &after = points[i];
        const double share = before.log_ratio / (before.log_ratio - after.log_ratio);
        return std::exp(std::lerp(before.log_n, after.log_n, share));
    }
    return std::nullopt;
}

std::optional<double> fitted_factor(const Sweep& sweep, Runner runner) {
    std::vector<double> logs; // ln(seconds/multiply-adds), by growing n
    for (const SweepPoint& point : sweep.points)
        if (point.time[runner].measured())
            logs.push_back(
                std::log(point.time[runner].median / cost(runner, point.n, sweep.sizes).multiply_adds));
    if (logs.size() < 2) return std::nullopt;
    const auto first = static_cast<std::ptrdiff_t>(std::min(logs.size() / 2, logs.size() - 2));
    double sum = 0;
    for (auto log = logs.begin() + first; log != logs.end(); ++log)
        sum += *log;
    return std::exp(sum / static_cast<double>(logs.end() - logs.begin() - first));
}

} // namespace timing
