#pragma once
// attention-lab bench: how fast the passes are on this machine, compared with its matrix product.

#include "app/bench_case.h"
#include "timing/measure.h"

#include <iosfwd>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace app {

struct BenchArguments {
    std::optional<std::string> only = {}; ///< attend, multi_head, trace, rnn, lstm; empty: all of them
    std::optional<Index> batch = {}, n = {}, d = {}, heads = {}; ///< a single case; all empty: a set of cases
    int threads = 1;
    bool json = false;
    timing::MeasureOptions measure = {.least_seconds = 0.3, .most_seconds = 3};
};

/// One measured case.
struct BenchRow {
    BenchCase bench;
    timing::Measurement time;
    double gflops = 0;         ///< two FLOP per useful multiply-add, at the median
    double product_gflops = 0; ///< of the machine's matrix product, before and after, on as many threads
    std::optional<double> peak_bytes; ///< peak memory of the whole process during the case

    double share() const { return product_gflops > 0 ? gflops / product_gflops : 0; }
};

/// Measures the cases and prints a row for each as soon as it is measured, or JSON with all of them:
/// {"rows": [{"what", "batch", "n", "d", "heads", "threads", "runs", "settled", "seconds": {"lower",
/// "median", "upper"}, "gflops", "product_gflops", "share", "peak_bytes"}]}; heads and peak_bytes are null
/// if there are none. Returns 0. Throws InputError before anything is measured or printed.
int run_bench(const BenchArguments& arguments, std::ostream& out);

/// Adds the command `bench` to the command line, like add_trace_command().
void add_bench_command(CLI::App& cli, int& status);

} // namespace app
