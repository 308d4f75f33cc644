// How long a traced pass takes, every stage kept. Run by ./dev bench; nothing here passes or fails.

#include "attention/trace.h"
#include "model/random.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

struct Case {
    const char* name;
    attention::Index n, d_model, heads, d_k;
    bool causal;
};

constexpr Case cases[]{
    {"a sentence", 10, 6, 1, 4, false},
    {"one head of the original", 10, 512, 1, 64, false},
    {"8 heads, n 64", 64, 512, 8, 64, false},
    {"8 heads, n 512", 512, 512, 8, 64, false},
    {"8 heads, n 512, causal", 512, 512, 8, 64, true},
    {"1 head, n 4096", 4096, 64, 1, 64, false},
};

struct Spread {
    double median, low, high; // milliseconds; low and high are the quartiles
};

/// Runs until half a second and five runs have gone by.
Spread measured(const attention::Input& input, const attention::Layer& layer,
                const attention::Options& options) {
    using clock = std::chrono::steady_clock;
    std::vector<double> times;
    (void)attention::trace(input, layer, options); // the first run touches fresh memory
    const auto end = clock::now() + std::chrono::milliseconds(500);
    while (times.size() < 5 || clock::now() < end) {
        const auto start = clock::now();
        (void)attention::trace(input, layer, options);
        times.push_back(std::chrono::duration<double, std::milli>(clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    const auto at = [&](double share) {
        return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
    };
    return {at(0.5), at(0.25), at(0.75)};
}

/// Multiply-adds of projections, scores and weighted sum.
double multiply_adds(const Case& c) {
    const double n = static_cast<double>(c.n), d = static_cast<double>(c.d_model),
                 inner = static_cast<double>(c.heads * c.d_k);
    return 3 * n * d * inner + 2 * n * n * inner;
}

} // namespace

int main() {
    std::printf("%-28s %12s %22s %12s\n", "traced pass", "median ms", "middle half", "GFLOP/s");
    for (const Case& c : cases) {
        model::RandomSizes sizes;
        sizes.d_model = c.d_model;
        sizes.heads = c.heads;
        sizes.d_k = sizes.d_v = c.d_k;
        sizes.output_projection = false;
        const attention::Layer layer = model::random_layer(sizes);
        attention::Input input;
        input.x = model::Random(7).normal(c.n, c.d_model, 1);
        attention::Options options;
        options.mask.causal = c.causal;
        const Spread t = measured(input, layer, options);
        std::printf("%-28s %12.3f %10.3f – %9.3f %12.1f\n", c.name, t.median, t.low, t.high,
                    2 * multiply_adds(c) / t.median * 1e-6);
    }
}
