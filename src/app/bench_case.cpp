#include "app/bench_case.h"

#include "attention/fused.h"
#include "attention/trace.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "base/product.h"
#include "timing/cost.h"
#include "timing/layers.h"
#include "workbench/sizes.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace app {

using base::InputError;
using base::Matrix;

namespace {

struct Sizes {
    Index batch, n, d, heads;
};

// A row for each kind, in the order of the enum.
struct Kind {
    BenchKind kind;
    const char* name;
    std::vector<Sizes> sizes; // measured by default
};

const std::vector<Kind>& kinds() {
    static const std::vector<Sizes> recurrent{{1, 64, 128, 1}, {1, 512, 256, 1}, {1, 1024, 512, 1}};
    static const std::vector<Kind> kinds{
        {BenchKind::attend,
         "attend",
         {{1, 1024, 64, 1}, {1, 4096, 64, 1}, {32, 64, 512, 8}, {1, 65536, 64, 1}}},
        {BenchKind::causal, "causal", {{1, 1024, 512, 8}, {1, 4096, 512, 8}, {32, 64, 512, 8}}},
        {BenchKind::generate, "generate", {{1, 64, 512, 8}, {1, 1024, 512, 8}, {1, 4096, 512, 8}}},
        {BenchKind::multi_head,
         "multi_head",
         {{1, 10, 512, 8}, {32, 64, 512, 8}, {1, 1024, 512, 8}, {1, 4096, 512, 8}}},
        {BenchKind::trace, "trace", {{1, 10, 512, 8}, {1, 64, 512, 8}, {1, 512, 512, 8}, {1, 4096, 64, 1}}},
        {BenchKind::product, "product", {{1, 64, 64, 1}, {1, 512, 512, 1}, {1, 1024, 1024, 1}}},
        {BenchKind::rnn, "rnn", recurrent},
        {BenchKind::lstm, "lstm", recurrent},
    };
    return kinds;
}

const Kind& row_of(BenchKind kind) {
    return kinds()[static_cast<std::size_t>(kind)];
}

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
    const Index keys = bench.batch * bench.n;
    const auto numbers = [&](Index rows, std::uint32_t seed) {
        return std::make_shared<const Matrix>(timing::random_rows(rows, bench.d, seed));
    };
    attention::FusedShape shape{.items = bench.batch,
                                .heads = bench.heads,
                                .divisor =
                                    std::sqrt(static_cast<float>(bench.d) / static_cast<float>(bench.heads)),
                                .threads = bench.threads};
    if (bench.kind == BenchKind::causal) shape.masks = {attention::Mask{.causal = true}};
    const Index queries = bench.kind == BenchKind::generate ? bench.batch : keys;
    return [q = numbers(queries, 1), k = numbers(keys, 2), v = numbers(keys, 3), shape] {
        attention::fused_attention(*q, *k, *v, shape);
    };
}

// Each thread takes as many rows.
std::function<void()> prepared_product(const BenchCase& bench) {
    const Index rows = bench.batch * bench.n, share = (rows + bench.threads - 1) / bench.threads;
    const auto c = std::make_shared<Matrix>(rows, bench.d);
    return [a = timing::random_rows(rows, bench.d, 1), b = timing::random_rows(bench.d, bench.d, 2), c, share,
            threads = bench.threads] {
        base::parallel_for(threads, threads, [&](Index i) {
            const Index first = std::min(i * share, a.rows()), count = std::min(share, a.rows() - first);
            base::multiply(base::block(a, first, 0, count, a.cols()), base::block(b),
                           base::block(*c, first, 0, count, c->cols()));
        });
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
    return row_of(kind).name;
}

BenchKind kind_named(const std::string& name) {
    std::string all;
    for (const Kind& known : kinds()) {
        if (name == known.name) return known.kind;
        all += std::string(all.empty() ? "" : ", ") + known.name;
    }
    throw InputError("--only", "there is no “" + name + "”", "choose one of " + all);
}

std::vector<BenchKind> bench_kinds() {
    std::vector<BenchKind> all;
    for (const Kind& known : kinds())
        all.push_back(known.kind);
    return all;
}

std::vector<BenchCase> default_cases(BenchKind kind, int threads) {
    std::vector<BenchCase> cases;
    for (const Sizes& s : row_of(kind).sizes)
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
    const auto batch = static_cast<double>(bench.batch), n = static_cast<double>(bench.n),
               d = static_cast<double>(bench.d);
    switch (bench.kind) {
    case BenchKind::attend:
        return batch * 2 * n * n * d;
    case BenchKind::causal:
        return batch * n * (n + 1) * d;
    case BenchKind::generate:
        return batch * 2 * n * d;
    case BenchKind::product:
        return batch * n * d * d;
    default:
        return batch * timing::cost(runner_of(bench.kind), bench.n, layer_sizes(bench)).multiply_adds;
    }
}

std::function<void()> prepared(const BenchCase& bench) {
    switch (bench.kind) {
    case BenchKind::attend:
    case BenchKind::causal:
    case BenchKind::generate:
        return prepared_attend(bench);
    case BenchKind::product:
        return prepared_product(bench);
    case BenchKind::trace:
        return prepared_trace(bench);
    default:
        return prepared_layer(bench);
    }
}

} // namespace app
