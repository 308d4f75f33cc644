#include "timing/cost.h"

#include "attention/fused.h"
#include "base/parallel.h"
#include "timing/cache.h"
#include "timing/runner.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace timing {

namespace {

double real(Index size) {
    return static_cast<double>(size);
}

double bytes_of(double numbers) {
    return numbers * sizeof(float);
}

double gates_of(Runner runner) {
    return real(recurrent::gates(cell_of(runner)));
}

Cost recurrent_cost(Runner runner, double n, double d) {
    const double g = gates_of(runner), bytes = bytes_of(n * (g * d + d));
    return {.multiply_adds = 2 * g * n * d * d,
            .waiting_steps = n,
            .longest_path = n,
            .bytes = bytes,
            .traced_bytes = bytes};
}

// The scratch numbers of a fused pass, block by block, on each participating thread.
double fused_blocks(double n, const LayerSizes& sizes) {
    const Index width = sizes.d / sizes.heads, words = static_cast<Index>(n);
    const int willing = base::worth_sharing(2 * n * n * real(sizes.d), sizes.threads);
    const Index queries = attention::queries_per_block(words, sizes.heads, willing);
    const Index together = attention::are_few(words) ? sizes.heads : 1;
    const double blocks = real(sizes.heads / together) * std::ceil(n / real(queries));
    return std::min<double>(willing, blocks) *
           real(attention::scratch_floats(std::min(words, queries), words, together, width, width));
}

Cost attention_cost(double n, const LayerSizes& sizes) {
    const double d = real(sizes.d), heads = real(sizes.heads);
    const auto words = static_cast<Index>(n);
    return {
        .multiply_adds = attention_parts(Mode::all_words, words, sizes).total(),
        .waiting_steps = 1,
        .longest_path = 1,
        // Q, K, V, concat, the output.
        .bytes = bytes_of(5 * n * d + fused_blocks(n, sizes)),
        // The words before and after positions are added, Q, K, V, the heads' outputs, concat, the output.
        .traced_bytes = bytes_of(8 * n * d + 4 * heads * n * n)};
}

// Rounds until all shares are done, when each processor does one at a time.
double rounds(double shares, double processors) {
    return std::ceil(shares / std::max(1.0, processors));
}

// Σ rounds(shares·k, processors) over k = 1 … n: a sum of ⌊(a·i + b)/m⌋, reduced as in Euclid's algorithm,
// because a plot needs it for thousands of words in every frame.
double rounds_of_growing(Index shares, Index n, double processors) {
    Index m = std::max<Index>(1, std::llround(processors)), a = shares, b = shares + m - 1;
    double sum = 0;
    while (n > 0) {
        sum += real(n * (n - 1) / 2 * (a / m) + n * (b / m));
        a %= m;
        b %= m;
        const Index last = a * n + b;
        n = last / m;
        b = last % m;
        std::swap(a, m);
    }
    return sum;
}

} // namespace

Cost cost(Runner runner, Index n, const LayerSizes& sizes) {
    return runner == Runner::attention ? attention_cost(real(n), sizes)
                                       : recurrent_cost(runner, real(n), real(sizes.d));
}

Cost cost_of_generation(Runner runner, Index n, const LayerSizes& sizes) {
    const double words = real(n), d = real(sizes.d);
    Cost result{.waiting_steps = words};
    if (runner == Runner::attention) {
        result.multiply_adds = attention_parts(Mode::generation, n, sizes).total();
        result.longest_path = 1;
        result.bytes = cache_bytes(cache_shape(sizes), sizes.heads, n);
    } else {
        result.multiply_adds = 2 * gates_of(runner) * words * d * d;
        result.longest_path = words;
        result.bytes = bytes_of(runner == Runner::lstm ? 2 * d : d);
    }
    result.traced_bytes = result.bytes;
    return result;
}

Cost cost(Runner runner, Mode mode, Index n, const LayerSizes& sizes) {
    return mode == Mode::generation ? cost_of_generation(runner, n, sizes) : cost(runner, n, sizes);
}

AttentionParts attention_parts(Mode mode, Index n, const LayerSizes& sizes) {
    const double words = real(n), d = real(sizes.d);
    const double seen = mode == Mode::generation ? words * (words + 1) / 2 : words * words; // query-key pairs
    return {.projections = 3 * words * d * d, .pairs = 2 * seen * d, .output = words * d * d};
}

Index longest_race(const LayerSizes& sizes) {
    constexpr double most_multiply_adds = 1e10;
    Index n = 4096;
    const auto too_long = [&](Runner runner) {
        return cost(runner, n, sizes).multiply_adds > most_multiply_adds;
    };
    while (n > 1 && std::ranges::any_of(runners, too_long))
        n /= 2;
    return n;
}

double computed_seconds(Runner runner, Mode mode, Index n, const LayerSizes& sizes, double processors,
                        double rate) {
    const double words = real(n), d = real(sizes.d), heads = real(sizes.heads);
    // Seconds for `numbers` entries that can be computed in parallel, with `each` multiply-adds apiece.
    const auto stage = [&](double numbers, double each) { return rounds(numbers, processors) * each; };
    double multiply_adds = 0;
    if (runner != Runner::attention) {
        const double sums = gates_of(runner) * d;
        multiply_adds = mode == Mode::generation ? words * stage(2 * sums, d)
                                                 : stage(words * sums, d) + words * stage(sums, d);
    } else if (mode == Mode::generation) {
        const double looked_at = words * (words + 1) / 2; // 1 + 2 + … + n: word k attends to k keys
        multiply_adds = words * stage(3 * d, d)           // Q, K, V
                        + rounds_of_growing(sizes.heads, n, processors) * (d / heads) // Q·Kᵀ
                        + looked_at * stage(d, 1)                                     // weighted sums
                        + words * stage(d, d);                                        // W_O
    } else {
        multiply_adds = stage(3 * words * d, d)                   // Q, K, V
                        + stage(heads * words * words, d / heads) // Q·Kᵀ
                        + stage(words * d, words)                 // weighted sums
                        + stage(words * d, d);                    // W_O
    }
    return multiply_adds / rate;
}

} // namespace timing
