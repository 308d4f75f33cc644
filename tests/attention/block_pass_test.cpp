#include "attention/block_pass.h"

#include "attention/make.h"
#include "close.h"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace attention;
using make::about;
using make::is_close;
using make::is_constant;
using make::is_zero;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

auto rows_of(const Matrix& all, const BlockPass& pass) {
    return all.middleRows(pass.first_query, pass.queries);
}

/// Of a block of queries, for every query in turn.
template <class F>
void for_each_block(const Trace& t, BlockSize size, F&& check) {
    for (Index head = 0; head < t.layer->heads; ++head)
        for (Index query = 0; query < t.n(); query += size.queries)
            check(block_pass(t, head, query, size), t.heads[static_cast<std::size_t>(head)]);
}

const make::Sizes nine{.n = 9, .heads = 1};

} // namespace

TEST_CASE("block by block the last step ends in the output of the trace, whatever the block's size") {
    for (const auto score :
         {ScoreFunction::dot, ScoreFunction::general, ScoreFunction::additive, ScoreFunction::cosine})
        for (const BlockSize size : {BlockSize{1, 1}, {2, 3}, {4, 2}, {3, 7}, {64, 256}}) {
            Options options = make::full_options(make::full_sizes);
            options.score = score;
            const Trace t = trace(make::input(make::full_sizes), make::full_layer(make::full_sizes), options);
            CAPTURE(static_cast<int>(score));
            CAPTURE(size.queries);
            for_each_block(t, size, [](const BlockPass& pass, const HeadTrace& head) {
                CHECK(is_close(pass.output, rows_of(head.output, pass), make::of_largest()));
                CHECK(is_close(pass.steps.back().m.cwiseMax(pass.sink), rows_of(head.row_max, pass)));
            });
        }
}

TEST_CASE("block by block equals the trace for random shapes and options") {
    std::mt19937 engine(5);
    const auto between = [&](Index low, Index high) {
        return low + static_cast<Index>(engine() % static_cast<unsigned>(high - low + 1));
    };
    for (int trial = 0; trial < 60; ++trial) {
        const Index kv_heads = between(1, 2);
        const make::Sizes sizes{.n = between(1, 20),
                                .m = between(0, 1) * between(1, 20),
                                .d_k = 2 * between(1, 6),
                                .d_v = between(1, 9),
                                .heads = kv_heads * between(1, 2),
                                .kv_heads = kv_heads,
                                .past = between(0, 1) * between(1, 5)};
        Options options;
        options.mask.causal = between(0, 1) == 0;
        if (between(0, 2) == 0) options.mask.window = Window::of(between(0, 4));
        if (between(0, 2) == 0) options.softcap = 2;
        if (between(0, 2) == 0) options.rotary = Rotary{.base = 50};
        options.bias.alibi = between(0, 2) == 0;
        Layer layer = make::layer(sizes, engine());
        if (between(0, 1) == 0) layer.sink = make::matrix(1, sizes.heads, engine());
        const Trace t = trace(make::input(sizes, engine()), layer, options);
        CAPTURE(trial);
        // All rows together: of a block alone, all may be forbidden every key, and 0.
        std::vector<Matrix> outputs(t.heads.size(), Matrix(t.n(), sizes.d_v));
        for_each_block(t, {between(1, 5), between(1, 6)}, [&](const BlockPass& pass, const HeadTrace& head) {
            const auto number = static_cast<std::size_t>(&head - t.heads.data());
            outputs[number].middleRows(pass.first_query, pass.queries) = pass.output;
        });
        for (std::size_t head = 0; head < outputs.size(); ++head)
            CHECK(is_close(outputs[head], t.heads[head].output, make::of_largest()));
    }
}

TEST_CASE("a block holds the scores of its own queries and keys, as the trace has them") {
    const Trace t = make::trace(nine);
    for_each_block(t, {2, 4}, [](const BlockPass& pass, const HeadTrace& head) {
        for (const BlockStep& step : pass.steps) {
            CHECK(step.scores.cols() == step.keys.end - step.keys.first);
            CHECK(is_close(step.scores, head.scaled.block(pass.first_query, step.keys.first, pass.queries,
                                                          step.keys.end - step.keys.first)));
            CHECK(is_close(step.numerators, (step.scores.colwise() - step.m).array().exp().matrix()));
        }
    });
}

TEST_CASE("the first m is the largest score of the first block, and each next one the larger of two") {
    const Trace t = make::trace(nine);
    for_each_block(t, {2, 4}, [](const BlockPass& pass, const HeadTrace&) {
        CHECK(pass.steps.front().m == pass.steps.front().scores.rowwise().maxCoeff());
        CHECK(is_zero(pass.steps.front().shrink)); // nothing was there
        for (std::size_t i = 1; i < pass.steps.size(); ++i)
            CHECK(pass.steps[i].m == pass.steps[i - 1].m.cwiseMax(pass.steps[i].scores.rowwise().maxCoeff()));
    });
}

TEST_CASE("a larger score shrinks what was summed so far, and then the block is added") {
    const Trace t = make::trace(nine);
    bool some_shrink = false;
    for_each_block(t, {2, 2}, [&](const BlockPass& pass, const HeadTrace& head) {
        for (std::size_t i = 1; i < pass.steps.size(); ++i) {
            const BlockStep &before = pass.steps[i - 1], &now = pass.steps[i];
            some_shrink = some_shrink || (now.shrink.array() < 0.99F).any();
            CHECK(is_close(now.shrink, (before.m - now.m).array().exp().matrix()));
            CHECK(is_close(now.l, now.shrink.cwiseProduct(before.l) + now.numerators.rowwise().sum()));
            CHECK(is_close(now.sums,
                           now.shrink.asDiagonal() * before.sums +
                               now.numerators * head.v.middleRows(now.keys.first, now.scores.cols())));
        }
        CHECK(is_close(pass.denominators, pass.steps.back().l));
        CHECK(is_close(pass.output, pass.denominators.cwiseInverse().asDiagonal() * pass.steps.back().sums));
    });
    CHECK(some_shrink);
}

TEST_CASE("under a causal mask blocks of the future are skipped, and change nothing") {
    const Trace t = make::trace(nine, {.mask = {.causal = true}});
    const BlockPass pass = block_pass(t, 0, 3, {2, 2}); // queries 2 and 3
    CHECK(pass.first_query == 2);
    CHECK(pass.queries == 2);
    REQUIRE(pass.steps.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        CAPTURE(i);
        CHECK(pass.steps[i].is_skipped() == (i >= 2));
        CHECK(pass.steps[i].keys.first == static_cast<Index>(2 * i));
    }
    CHECK(pass.steps[1].scores(0, 1) == -infinity); // query 2, key 3: computed for query 3, and hidden
    CHECK(pass.steps[4].m == pass.steps[1].m);
    CHECK(pass.steps[4].sums == pass.steps[1].sums);
    CHECK(is_constant(pass.steps[4].shrink, 1));
    const BlockPass alone = block_pass(t, 0, 2, {1, 4}); // of a block, only what the query may see
    CHECK(alone.steps[0].seen.end == 3);
    CHECK(alone.steps[0].keys.end == 4);
}

TEST_CASE("a query that may see nothing ends without a largest score, and its output is 0") {
    Options options;
    options.mask.given = BoolMatrix::Constant(9, 9, true);
    options.mask.given.row(3).setConstant(false);
    const BlockPass pass = block_pass(make::trace(nine, options), 0, 3, {2, 2});
    for (const BlockStep& step : pass.steps) {
        CHECK(!step.is_skipped()); // the other query sees them
        CHECK(step.m[1] == -infinity);
        CHECK(step.shrink[1] == about(1));
        CHECK(is_zero(step.numerators.row(1)));
    }
    CHECK(is_zero(pass.denominators.tail(1)));
    CHECK(is_zero(pass.output.row(1)));
}

TEST_CASE("what a block holds does not grow with the number of keys") {
    for (const Index m : {8, 80}) {
        const BlockPass pass = block_pass(make::trace({.n = 9, .m = m}), 0, 0, {2, 4});
        CHECK(pass.held_scores() == 8);
        CHECK(pass.held_sums() == 2 * (2 + 3)); // m, l and d_v = 3 sums
        // What the fused pass reserves, and its m and l.
        CHECK(pass.held_scores() + pass.held_sums() == row_pass_numbers(2, m, 1, 3, {2, 4}) + 2 * 2);
        for (const BlockStep& step : pass.steps)
            CHECK(step.scores.size() <= pass.held_scores());
    }
    CHECK(block_pass(make::trace(nine), 0, 8, {2, 4}).queries == 1); // the last of nine
    CHECK(block_pass(make::trace(nine), 0, 8, {64, 256}).held_scores() == 81);
}

TEST_CASE("what is set by hand in queries, keys and values goes through the blocks as well") {
    const Trace t = make::trace(nine, {}, {{{Quantity::v, 0, 4, 1}, 7}, {{Quantity::q, 0, 2, 0}, 3}});
    const BlockPass pass = block_pass(t, 0, 2, {1, 2});
    CHECK(is_close(pass.output, t.heads[0].output.row(2), make::of_largest()));
}
