#include "timing/memory.h"

#include "base/input_error.h"
#include "base/parallel.h"
#include "base/quartiles.h"
#include "timing/influence.h"
#include "timing/layers.h"

#include <algorithm>
#include <string>

namespace timing {

namespace {

constexpr std::uint32_t seed_of_words = 1'000'000; ///< far from the seeds of the weights

// From the last word backwards, relative to that of the last word; empty when stopped.
std::vector<double> one_sample(Runner runner, const LayerSizes& sizes, const Matrix& x,
                               const base::StopToken& stop) {
    std::vector<double> result =
        runner == Runner::attention
            ? influence_on_last(random_attention(sizes), x, stop)
            : influence_on_last(random_recurrent(cell_of(runner), sizes.d, sizes.seed), x, stop);
    std::ranges::reverse(result);
    if (result.empty()) return result;
    const double own = result.front();
    for (double& influence : result)
        influence /= own;
    return result;
}

void sum_up(Memory& memory, Runner runner, const std::vector<std::vector<double>>& samples) {
    for (std::size_t k = 0; k < samples.front().size(); ++k) {
        std::vector<double> at_distance;
        for (const auto& sample : samples)
            at_distance.push_back(sample[k]);
        const base::Quartiles q = base::quartiles(std::move(at_distance));
        memory.lower[runner].push_back(q.lower);
        memory.influence[runner].push_back(q.median);
        memory.upper[runner].push_back(q.upper);
    }
}

} // namespace

std::shared_ptr<const Memory> memory(Index n, const LayerSizes& sizes, int samples,
                                     const base::StopToken& stop) {
    expect_sizes(sizes, n);
    if (samples < 1)
        throw base::InputError("samples", std::to_string(samples) + " is out of range", "choose 1 or more");
    Memory result{.sizes = sizes, .influence = {}, .lower = {}, .upper = {}, .samples = samples};
    Each<std::vector<std::vector<double>>> all;
    for (auto& of_runner : all.of)
        of_runner.resize(static_cast<std::size_t>(samples));
    base::parallel_for(samples, base::most_threads(), [&](Index s) {
        LayerSizes own = sizes;
        own.seed = sizes.seed + static_cast<std::uint32_t>(s);
        const Matrix x = random_rows(n, sizes.d, own.seed + seed_of_words);
        for (const Runner runner : runners)
            all[runner][static_cast<std::size_t>(s)] = one_sample(runner, own, x, stop);
    });
    if (stop.stop_requested()) return nullptr;
    for (const Runner runner : runners)
        sum_up(result, runner, all[runner]);
    return std::make_shared<const Memory>(std::move(result));
}

} // namespace timing
