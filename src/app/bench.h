#pragma once
// attention-lab bench: how fast the passes run on this machine, compared with the most that it can do.

#include "base/matrix.h"
#include "timing/measure.h"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace app {

using base::Index;

// The cases that can be measured, each prepared for many runs.

/// attend: fused attention on ready q, k, v, (n, d) each, d = heads·d_k. causal: the same, each word seeing
/// those before it and itself. grouped: as attend, four query heads to a key head. cached: the causal pass of
/// the last half of n words, with the keys of the first half kept. biased: as attend, an (n, n) bias added to
/// the scores. generate, generate_grouped: one new word's query, (1, d), against n keys kept from before,
/// with as many key heads or a quarter. multi_head: a whole layer, projections and all. trace: the same layer
/// with every stage kept. product: n rows by a (d, d) matrix. rnn, lstm: layers from d to d.
enum class BenchKind {
    attend,
    causal,
    grouped,
    cached,
    biased,
    generate,
    generate_grouped,
    multi_head,
    trace,
    product,
    rnn,
    lstm
};

/// The name used by --only.
const char* name_of(BenchKind kind);
/// Throws InputError if there is none with this name.
BenchKind kind_named(const std::string& name);
std::vector<BenchKind> bench_kinds();

struct BenchCase {
    BenchKind kind = BenchKind::attend;
    Index batch = 1, n = 64, d = 64;
    Index heads = 1; ///< ignored for product, rnn and lstm
    int threads = 1; ///< ignored for trace, which has one

    bool has_heads() const;
    /// A quarter of the heads where keys are shared, provided that four divides them; otherwise all.
    Index key_heads() const;
    /// Of one item: n, or fewer where the keys of earlier words are kept.
    Index queries() const;
};

/// The cases bench runs by default, at this thread count.
std::vector<BenchCase> default_cases(BenchKind kind, int threads);

/// Throws InputError, naming the option, for sizes out of range, heads that do not divide d, and more numbers
/// than fit in memory.
void expect_possible(const BenchCase& bench);

/// The useful multiply-adds of the products: without the masked ones that whole tiles may include.
double multiply_adds(const BenchCase& bench);

/// Creates random input and weights, and returns a function that runs one pass over them each time it is
/// called.
std::function<void()> prepared(const BenchCase& bench);

// The command itself.

struct BenchArguments {
    std::optional<std::string> only = {}; ///< name of a BenchKind, or "write"; empty: all
    std::optional<Index> batch = {}, n = {}, d = {}, heads = {}; ///< a single case; all empty: a set of cases
    int threads = 1;
    std::optional<std::string> target = {}; ///< key of an instruction set; empty: the best
    bool json = false;
    timing::MeasureOptions measure = {.least_seconds = 0.3, .most_seconds = 3};
};

/// One measured case.
struct BenchRow {
    BenchCase bench;
    timing::Measurement time;
    double gflops = 0; ///< two FLOP per useful multiply-add, at the median
    // What the machine can do with the same number of threads, averaged over before and after the case:
    double product_gflops = 0;        ///< its matrix product, 1024³
    double limit_gflops = 0;          ///< its arithmetic units, which no product can beat
    std::optional<double> peak_bytes; ///< peak memory of the whole process during the case
    double yardsticks_apart = 0;      ///< how far either of the two changed during the case: 0.1 is a tenth
    double core_share = 1;            ///< with one thread: its CPU time as a share of the elapsed time

    double share() const { return limit_gflops > 0 ? gflops / limit_gflops : 0; }
    /// False where the numbers contradict each other, so that other programs must have interfered: runs that
    /// differ, a shared core, a machine that changed, or a case made of products that is faster than a bare
    /// product. Under a steady background load the runs agree; only the other checks reveal it.
    bool can_be_trusted() const;
};

/// Measures the cases and prints the machine, and a row for each case as soon as it is measured; or all of
/// that as JSON:
/// {"machine": {"processor", "cores", "targets", "target"}, "rows": [{"what", "batch", "n", "d", "heads",
/// "kv_heads", "threads", "target", "runs", "settled", "seconds": {"lower", "median", "upper"}, "gflops",
/// "product_gflops", "limit_gflops", "share", "peak_bytes"}]}; share is of limit_gflops; heads,
/// kv_heads and peak_bytes are null if there are none. Without sizes, or as the only kind, it also measures
/// how fast a model writes, in "writing" (app/bench_writing.h). Returns 0. Throws InputError before anything
/// is measured or printed.
int run_bench(const BenchArguments& arguments, std::ostream& out);

/// Adds the command `bench` to the command line, like add_trace_command().
void add_bench_command(CLI::App& cli, int& status);

} // namespace app
