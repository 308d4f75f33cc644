#include "app/bench_case.h"

#include "attention/fused.h"
#include "attention/trace.h"
#include "base/input_error.h"
#include "timing/cost.h"
#include "timing/layers.h"
#include "workbench/sizes.h"

#include <array>
#include <cmath>
#include <memory>

namespace app {

using base::InputError;
using base::Matrix;

namespace {

struct Named {
    BenchKind kind;
    const char* name;
};
constexpr std::array named{Named{BenchKind::attend, "attend"}, Named{BenchKind::multi_head, "multi_head"},
                           Named{BenchKind::trace, "trace"}, Named{BenchKind::rnn, "rnn"},
                           Named{BenchKind::lstm, "lstm"}};

// Of the input, batch·n·d: the largest possible in a sweep. An LSTM needs five times as many, 2.7 GB.
constexpr Index most_numbers = Index{1} << 27;

timing::LayerSizes layer_sizes(const BenchCase& bench) {
    return {.d = bench.d, .heads = bench.heads, .threads = bench.threads};
}

timing::Runner runner_of(BenchKind kind) {
    return kind == BenchKind::rnn    ? timing::Runner::rnn
           : kind == BenchKind::lstm ? timing::Runner::lstm
                                     : timing::Runner::attention;
}

attention::Input random_input(Index rows, Index d) {
    attention::Input input;
    input.x = timing::random_rows(rows, d, 1);
    return input;
}

std::function<void()> prepared_attend(const BenchCase& bench) {
    const Index rows = bench.batch * bench.n;
    const auto numbers = [&](std::uint32_t seed) {
        return std::make_shared<const Matrix>(timing::random_rows(rows, bench.d, seed));
    };
    const float d_k = static_cast<float>(bench.d) / static_cast<float>(bench.heads);
    return [q = numbers(1), k = numbers(2), v = numbers(3),
            shape = attention::FusedShape{.items = bench.batch,
                                          .heads = bench.heads,
                                          .divisor = std::sqrt(d_k),
                                          .threads = bench.threads}] {
        attention::fused_attention(*q, *k, *v, shape);
    };
}

std::function<void()> prepared_trace(const BenchCase& bench) {
    const auto layer = std::make_shared<const attention::Layer>(timing::random_attention(layer_sizes(bench)));
    const std::vector<attention::Input> items(static_cast<std::size_t>(bench.batch),
                                              random_input(bench.n, bench.d));
    return [layer, items] { attention::trace_batch(items, *layer, {{}}); };
}

std::function<void()> prepared_layer(const BenchCase& bench) {
    const auto layer = std::make_shared<const timing::RandomLayer>(runner_of(bench.kind), layer_sizes(bench));
    return [layer, input = random_input(bench.batch * bench.n, bench.d), batch = bench.batch] {
        layer->run(input, {.items = batch});
    };
}

} // namespace

const char* name_of(BenchKind kind) {
    return named[static_cast<std::size_t>(kind)].name;
}

BenchKind kind_named(const std::string& name) {
    std::string all;
    for (const Named& known : named) {
        if (name == known.name) return known.kind;
        all += std::string(all.empty() ? "" : ", ") + known.name;
    }
    throw InputError("--only", "there is no “" + name + "”", "choose one of " + all);
}

const std::vector<BenchKind>& bench_kinds() {
    static const std::vector<BenchKind> kinds{BenchKind::attend, BenchKind::multi_head, BenchKind::trace,
                                              BenchKind::rnn, BenchKind::lstm};
    return kinds;
}

std::vector<BenchCase> default_cases(BenchKind kind, int threads) {
    struct Sizes {
        Index batch, n, d, heads;
    };
    const auto sizes = [&]() -> std::vector<Sizes> {
        switch (kind) {
        case BenchKind::attend:
            return {{1, 1024, 64, 1}, {1, 4096, 64, 1}, {32, 64, 512, 8}, {1, 65536, 64, 1}};
        case BenchKind::multi_head:
            return {{1, 10, 512, 8}, {32, 64, 512, 8}, {1, 1024, 512, 8}, {1, 4096, 512, 8}};
        case BenchKind::trace:
            return {{1, 10, 512, 8}, {1, 64, 512, 8}, {1, 512, 512, 8}, {1, 4096, 64, 1}};
        case BenchKind::rnn:
        case BenchKind::lstm:
            break;
        }
        return {{1, 64, 128, 1}, {1, 512, 256, 1}, {1, 1024, 512, 1}};
    }();
    std::vector<BenchCase> cases;
    for (const Sizes& s : sizes)
        cases.push_back({kind, s.batch, s.n, s.d, s.heads, kind == BenchKind::trace ? 1 : threads});
    return cases;
}

void expect_possible(const BenchCase& bench) {
    try {
        timing::expect_sizes(layer_sizes(bench), bench.n);
    } catch (const InputError& error) {
        throw InputError("--" + error.where, error.problem, error.hint);
    }
    if (bench.batch < 1 || bench.batch > workbench::max_batch)
        throw InputError("--batch", std::to_string(bench.batch) + " is out of range",
                         "choose a number from 1 to " + std::to_string(workbench::max_batch));
    if (bench.batch * bench.n * bench.d > most_numbers)
        throw InputError("bench",
                         "batch · n · d is " + std::to_string(bench.batch * bench.n * bench.d) +
                             ", and at most " + std::to_string(most_numbers) + " may be asked for",
                         "choose smaller sizes");
    const Index d_k = bench.d / bench.heads;
    const double traced =
        static_cast<double>(bench.batch) *
        static_cast<double>(attention::trace_bytes(bench.n, bench.n, bench.d, d_k, d_k, bench.heads));
    if (bench.kind == BenchKind::trace && traced > static_cast<double>(workbench::max_trace_bytes))
        throw InputError("bench",
                         "every stage of it takes " + std::to_string(std::lround(traced / (1 << 30))) +
                             " GB, and at most 6 GB may be used",
                         "choose a smaller n, or fewer heads");
}

double multiply_adds(const BenchCase& bench) {
    const timing::LayerSizes sizes = layer_sizes(bench);
    const auto batch = static_cast<double>(bench.batch), n = static_cast<double>(bench.n);
    const double of_item = timing::cost(runner_of(bench.kind), bench.n, sizes).multiply_adds;
    const double projections = 4 * n * static_cast<double>(bench.d * bench.d);
    return batch * (bench.kind == BenchKind::attend ? of_item - projections : of_item);
}

std::function<void()> prepared(const BenchCase& bench) {
    switch (bench.kind) {
    case BenchKind::attend:
        return prepared_attend(bench);
    case BenchKind::trace:
        return prepared_trace(bench);
    default:
        return prepared_layer(bench);
    }
}

} // namespace app
