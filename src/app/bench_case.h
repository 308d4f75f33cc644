#pragma once
// What the command `bench` can run, ready to be run many times.

#include "attention/matrix.h"

#include <functional>
#include <string>
#include <vector>

namespace app {

using attention::Index;

/// attend: fused attention on ready q, k, v, (n, d) each, d = heads·d_k. multi_head: a whole layer,
/// projections and all. trace: the same layer with every stage kept. rnn, lstm: layers from d to d.
enum class BenchKind { attend, multi_head, trace, rnn, lstm };

/// As --only names it.
const char* name_of(BenchKind kind);
/// Throws InputError when there is none of that name.
BenchKind kind_named(const std::string& name);
const std::vector<BenchKind>& bench_kinds();

struct BenchCase {
    BenchKind kind = BenchKind::attend;
    Index batch = 1, n = 64, d = 64;
    Index heads = 1; ///< of no meaning for rnn and lstm
    int threads = 1; ///< trace() has one

    bool has_heads() const { return kind != BenchKind::rnn && kind != BenchKind::lstm; }
};

/// What bench runs when no sizes are asked for, at this thread count.
std::vector<BenchCase> default_cases(BenchKind kind, int threads);

/// Throws InputError, naming the option, for sizes out of range, heads that do not divide d, more numbers
/// than fit in memory.
void expect_possible(const BenchCase& bench);

/// Useful ones, of the products.
double multiply_adds(const BenchCase& bench);

/// One pass over random input and weights, made here; call it as often as you like.
std::function<void()> prepared(const BenchCase& bench);

} // namespace app
