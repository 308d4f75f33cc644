#include "app/bench.h"

#include "app/bench_writing.h"
#include "app/system.h"
#include "app/text_table.h"
#include "attention/fused.h"
#include "attention/trace.h"
#include "base/input_error.h"
#include "base/instruction_set.h"
#include "base/parallel.h"
#include "base/product.h"
#include "base/text.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/fitted_text.h"
#include "timing/cost.h"
#include "timing/runner.h"
#include "workbench/document/sizes.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace app {

using base::InputError;
using base::Matrix;

// The cases.

namespace {

struct Sizes {
    Index batch, n, d, heads;
};

struct Kind {
    BenchKind kind;
    const char* name;
    std::vector<Sizes> sizes; ///< measured by default
};

/// A row for each kind, in the order of the enum.
const std::vector<Kind>& kinds() {
    static const std::vector<Sizes> recurrent{{1, 64, 128, 1}, {1, 512, 256, 1}, {1, 1024, 512, 1}};
    static const std::vector<Kind> kinds{
        {BenchKind::attend,
         "attend",
         {{1, 1024, 64, 1}, {1, 4096, 64, 1}, {32, 64, 512, 8}, {1, 65536, 64, 1}}},
        {BenchKind::causal, "causal", {{1, 1024, 512, 8}, {1, 4096, 512, 8}, {32, 64, 512, 8}}},
        {BenchKind::grouped, "grouped", {{1, 1024, 512, 8}, {1, 4096, 512, 8}, {32, 64, 512, 8}}},
        {BenchKind::cached, "cached", {{1, 128, 512, 8}, {1, 1024, 512, 8}, {1, 4096, 512, 8}}},
        {BenchKind::biased, "biased", {{1, 64, 512, 8}, {1, 1024, 512, 8}, {1, 4096, 512, 8}}},
        {BenchKind::generate, "generate", {{1, 64, 512, 8}, {1, 1024, 512, 8}, {1, 4096, 512, 8}}},
        {BenchKind::generate_grouped,
         "generate_grouped",
         {{1, 64, 512, 8}, {1, 1024, 512, 8}, {1, 4096, 512, 8}}},
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

std::string names_of_kinds() {
    std::string all;
    for (const Kind& known : kinds())
        all += std::string(all.empty() ? "" : ", ") + known.name;
    return all;
}

const Kind& row_of(BenchKind kind) {
    return kinds()[static_cast<std::size_t>(kind)];
}

/// Numbers in the input, batch·n·d: the largest possible in a sweep. An LSTM needs five times that, 2.7 GB.
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
    const Index d_k = bench.d / bench.heads, keys = bench.batch * bench.n;
    const auto numbers = [](Index rows, Index cols, std::uint32_t seed) {
        return std::make_shared<const Matrix>(timing::random_rows(rows, cols, seed));
    };
    attention::FusedShape shape{.items = bench.batch,
                                .heads = bench.heads,
                                .divisor = std::sqrt(static_cast<float>(d_k)),
                                .threads = bench.threads,
                                .kv_heads = bench.key_heads()};
    if (bench.kind == BenchKind::causal || bench.kind == BenchKind::cached)
        shape.masks = {attention::Mask{.causal = true}};
    if (bench.kind == BenchKind::cached) shape.past = bench.n - bench.queries();
    if (bench.kind == BenchKind::biased) shape.bias.given = {timing::random_rows(bench.n, bench.n, 4)};
    const Index width = shape.kv_heads * d_k;
    return [q = numbers(bench.batch * bench.queries(), bench.d, 1), k = numbers(keys, width, 2),
            v = numbers(keys, width, 3), shape] { attention::fused_attention(*q, *k, *v, shape); };
}

/// Each thread takes the same number of rows.
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

bool BenchCase::has_heads() const {
    return kind != BenchKind::product && kind != BenchKind::rnn && kind != BenchKind::lstm;
}

Index BenchCase::key_heads() const {
    constexpr Index readers = 4; // query heads that read a key head
    const bool shares = kind == BenchKind::grouped || kind == BenchKind::generate_grouped;
    return shares && heads % readers == 0 ? heads / readers : heads;
}

Index BenchCase::queries() const {
    switch (kind) {
    case BenchKind::generate:
    case BenchKind::generate_grouped:
        return 1;
    case BenchKind::cached:
        return (n + 1) / 2;
    default:
        return n;
    }
}

const char* name_of(BenchKind kind) {
    return row_of(kind).name;
}

BenchKind kind_named(const std::string& name) {
    for (const Kind& known : kinds())
        if (name == known.name) return known.kind;
    throw InputError("--only", "there is no “" + name + "”", "choose one of " + names_of_kinds() + ", write");
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
    if (bench.kind == BenchKind::biased && bench.n * bench.n > most_numbers)
        throw InputError("bench",
                         "a bias of n · n is " + std::to_string(bench.n * bench.n) +
                             " numbers, and at most " + std::to_string(most_numbers) + " may be asked for",
                         "choose a smaller n");
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
    const auto queries = static_cast<double>(bench.queries());
    switch (bench.kind) {
    case BenchKind::attend:
    case BenchKind::grouped:
    case BenchKind::biased:
    case BenchKind::generate:
    case BenchKind::generate_grouped:
        return batch * 2 * queries * n * d;
    case BenchKind::causal:
    case BenchKind::cached: // the last query sees n keys, each one before it one less
        return batch * queries * (2 * n - queries + 1) * d;
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
    case BenchKind::grouped:
    case BenchKind::cached:
    case BenchKind::biased:
    case BenchKind::generate:
    case BenchKind::generate_grouped:
        return prepared_attend(bench);
    case BenchKind::product:
        return prepared_product(bench);
    case BenchKind::trace:
        return prepared_trace(bench);
    default:
        return prepared_layer(bench);
    }
}

// Measuring them.

bool BenchRow::can_be_trusted() const {
    constexpr double tolerance = 0.1;
    return time.settled && yardsticks_apart <= tolerance && core_share >= 1 - tolerance &&
           gflops <= (1 + tolerance) * product_gflops;
}

namespace {

std::vector<BenchCase> cases_of(const BenchArguments& a) {
    const bool sized = a.batch || a.n || a.d || a.heads;
    std::vector<BenchCase> cases;
    for (const BenchKind kind : a.only ? std::vector{kind_named(*a.only)} : bench_kinds()) {
        std::vector<BenchCase> of_kind = default_cases(kind, a.threads);
        if (sized) {
            const BenchCase usual;
            of_kind = {{.kind = kind,
                        .batch = a.batch.value_or(usual.batch),
                        .n = a.n.value_or(usual.n),
                        .d = a.d.value_or(usual.d),
                        .heads = a.heads.value_or(usual.heads),
                        .threads = of_kind.front().threads}};
        }
        cases.insert(cases.end(), of_kind.begin(), of_kind.end());
    }
    return cases;
}

/// What the machine can do right now, on this many threads.
struct Yardsticks {
    Yardsticks(int threads, const timing::MeasureOptions& how)
        : product(timing::measured_product_rate(threads, how)),
          limit(timing::measured_multiply_add_limit(threads, how)) {}
    double product, limit;
};

/// How much larger one is than the other: 0.1 is a tenth.
double apart(double a, double b) {
    return std::min(a, b) > 0 ? std::max(a, b) / std::min(a, b) - 1 : 0;
}

BenchRow measured(const BenchCase& bench, const timing::MeasureOptions& how) {
    constexpr double flops = 2e-9; // GFLOP per multiply-add
    BenchRow row{.bench = bench, .time = {}, .peak_bytes = {}};
    timing::MeasureOptions beside = how; // shorter, since there are two yardsticks, each measured twice
    beside.least_seconds /= 8;
    beside.most_seconds /= 12;
    const Yardsticks before(bench.threads, beside);
    const std::function<void()> run = prepared(bench);
    const bool watched = restart_peak_memory();
    const timing::Stopwatch watch;
    const std::clock_t cpu = std::clock();
    row.time = timing::measure(run, how);
    // Several threads wait for each other off the core. Where clock() counts elapsed time, as on Windows,
    // this is 1.
    if (bench.threads == 1)
        row.core_share = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC / watch.seconds();
    if (watched) row.peak_bytes = peak_memory();
    // Before and after, since other programs and the processor's clock rate vary over time.
    const Yardsticks after(bench.threads, beside);
    row.product_gflops = flops * (before.product + after.product) / 2;
    row.limit_gflops = flops * (before.limit + after.limit) / 2;
    row.yardsticks_apart = std::max(apart(before.product, after.product), apart(before.limit, after.limit));
    row.gflops = flops * multiply_adds(bench) / row.time.median;
    return row;
}

struct Columns { // of the table
    std::vector<std::string> titles{"",        "batch",  "n",           "d",       "heads",
                                    "threads", "median", "middle half", "GFLOP/s", "product",
                                    "limit",   "share",  "memory"};
    std::vector<int> widths{16, 5, 6, 5, 5, 7, 8, 19, 8, 8, 8, 6, 8};
};

/// Of its row in the table.
std::vector<std::string> cells(const BenchRow& row) {
    const BenchCase& b = row.bench;
    const timing::Measurement& t = row.time;
    return {name_of(b.kind),
            std::to_string(b.batch),
            std::to_string(b.n),
            std::to_string(b.d),
            b.has_heads() ? std::to_string(b.heads) : "–",
            std::to_string(b.threads),
            drawing::clock_text(t.median, t.median),
            drawing::clock_text(t.lower, t.median) + " – " + drawing::clock_text(t.upper, t.median),
            base::fixed(row.gflops, 1),
            base::fixed(row.product_gflops, 1),
            base::fixed(row.limit_gflops, 1),
            base::percent(row.share()) + " %",
            row.peak_bytes ? drawing::unit_text(*row.peak_bytes, drawing::Unit::bytes, 3) : "–"};
}

std::string known_sets() {
    std::string names;
    for (const base::InstructionSet& set : base::instruction_sets())
        names += (names.empty() ? "" : ", ") + std::string(set.name);
    return names;
}

void print_machine(std::ostream& out) {
    out << processor_name() << ", " << base::most_threads()
        << (base::most_threads() == 1 ? " core" : " cores") << "; vectors: " << base::instruction_set().name
        << ", of " << known_sets() << "\n\n";
}

void print_text(const std::vector<BenchCase>& cases, const timing::MeasureOptions& how, std::ostream& out) {
    const Columns columns;
    print_row(out, columns.titles, columns.widths);
    bool all_settled = true;
    for (const BenchCase& bench : cases) {
        const BenchRow row = measured(bench, how);
        print_row(out, cells(row), columns.widths, row.can_be_trusted() ? "" : "  *");
        out.flush();
        all_settled &= row.can_be_trusted();
    }
    out << "\nmiddle half: half of the runs lie within this range. product: our matrix product, 1024³, and "
           "limit: the most that\nthe processor's multiply-add units can do, both in GFLOP/s on as many "
           "threads; share: of this limit.\nmemory: peak of the whole program in this row.\n";
    if (!all_settled)
        out << "* Not to be trusted: the runs, or what the machine could do before and after, differed too "
               "much, "
               "a core was shared,\nor a case was faster than the product that it is made of. Is the machine "
               "busy "
               "with something else?\n";
}

nlohmann::json as_json(const BenchRow& row) {
    const BenchCase& b = row.bench;
    const timing::Measurement& t = row.time;
    nlohmann::json j{{"what", name_of(b.kind)},
                     {"batch", b.batch},
                     {"n", b.n},
                     {"d", b.d},
                     {"heads", nullptr},
                     {"kv_heads", nullptr},
                     {"threads", b.threads},
                     {"runs", t.runs},
                     {"settled", row.can_be_trusted()},
                     {"seconds", {{"lower", t.lower}, {"median", t.median}, {"upper", t.upper}}},
                     {"gflops", row.gflops},
                     {"product_gflops", row.product_gflops},
                     {"limit_gflops", row.limit_gflops},
                     {"target", base::instruction_set().key},
                     {"share", row.share()},
                     {"peak_bytes", nullptr}};
    if (b.has_heads()) j["heads"] = b.heads, j["kv_heads"] = b.key_heads();
    if (row.peak_bytes) j["peak_bytes"] = *row.peak_bytes;
    return j;
}

nlohmann::json machine_json() {
    nlohmann::json targets = nlohmann::json::array();
    for (const base::InstructionSet& set : base::instruction_sets())
        targets.push_back(set.key);
    return {{"processor", processor_name()},
            {"cores", base::most_threads()},
            {"targets", targets},
            {"target", base::instruction_set().key}};
}

} // namespace

namespace {

constexpr const char* writing = "write"; // a kind with sizes of its own

bool has_sizes(const BenchArguments& a) {
    return a.batch || a.n || a.d || a.heads;
}

bool is_writing_measured(const BenchArguments& a) {
    if (!a.only) return !has_sizes(a);
    if (*a.only == writing && has_sizes(a))
        throw InputError("--only", "the model that writes has sizes of its own", "leave out the others");
    return *a.only == writing;
}

} // namespace

int run_bench(const BenchArguments& arguments, std::ostream& out) {
    const bool writes = is_writing_measured(arguments);
    const std::vector<BenchCase> cases =
        writes && arguments.only ? std::vector<BenchCase>() : cases_of(arguments);
    const WritingCase of_writing{.threads = arguments.threads};
    expect_possible({.threads = arguments.threads}); // the cases do not check it if all are traces
    for (const BenchCase& bench : cases)
        expect_possible(bench);
    if (arguments.target) base::use_instruction_set(*arguments.target);
    if (!arguments.json) {
        print_machine(out);
        if (!cases.empty()) print_text(cases, arguments.measure, out);
        if (writes && !cases.empty()) out << '\n';
        if (writes) print_writing(of_writing, measured_writing(of_writing, arguments.measure), out);
        return 0;
    }
    nlohmann::json rows = nlohmann::json::array();
    for (const BenchCase& bench : cases)
        rows.push_back(as_json(measured(bench, arguments.measure)));
    nlohmann::json all{{"machine", machine_json()}, {"rows", rows}};
    if (writes) all["writing"] = writing_json(of_writing, measured_writing(of_writing, arguments.measure));
    out << all.dump(2) << '\n';
    return 0;
}

void add_bench_command(CLI::App& cli, int& status) {
    CLI::App* command = cli.add_subcommand("bench", "how fast attention, RNN and LSTM are on this machine");
    const auto arguments = std::make_shared<BenchArguments>();
    command->add_option("--only", arguments->only, "one kind: " + names_of_kinds() + ", " + writing);
    command->add_option("--batch", arguments->batch, "sequences side by side (1)");
    command->add_option("--n", arguments->n, "words of a sequence (64)");
    command->add_option("--d", arguments->d, "width of the layer, all heads together (64)");
    command->add_option("--heads", arguments->heads, "number of heads, which divides d (1)");
    command->add_option("--threads", arguments->threads, "number of threads")->capture_default_str();
    command->add_option("--target", arguments->target,
                        "instruction set: avx512, avx2, sse4 … (the best there is)");
    command->add_flag("--json", arguments->json, "print JSON, with every digit");
    command->callback([arguments, &status] { status = run_bench(*arguments, std::cout); });
}

} // namespace app
