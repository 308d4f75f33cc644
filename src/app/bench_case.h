#pragma once
// The cases that the command `bench` can run, prepared for many runs.

#include "base/matrix.h"

#include <functional>
#include <string>
#include <vector>

namespace app {

using base::Index;

/// attend: fused attention on ready q, k, v, (n, d) each, d = heads·d_k. causal: the same, each word seeing
/// those before it and itself. generate: one new word's query, (1, d), against n keys kept from before.
/// multi_head: a whole layer, projections and all. trace: the same layer with every stage kept. product: n
/// rows by a (d, d) matrix. rnn, lstm: layers from d to d.
enum class BenchKind { attend, causal, generate, multi_head, trace, product, rnn, lstm };

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

    bool has_heads() const {
        return kind != BenchKind::product && kind != BenchKind::rnn && kind != BenchKind::lstm;
    }
};

/// The cases bench runs by default, at this thread count.
std::vector<BenchCase> default_cases(BenchKind kind, int threads);

/// Throws InputError, naming the option, for sizes out of range, heads that do not divide d, and more numbers
/// than fit in memory.
void expect_possible(const BenchCase& bench);

/// The useful multiply-adds of the products: without those a mask hides, which whole tiles may include.
double multiply_adds(const BenchCase& bench);

/// Returns a function that runs one pass over random input and weights, which are created here; it can be
/// called any number of times.
std::function<void()> prepared(const BenchCase& bench);

} // namespace app
