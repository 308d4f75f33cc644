// What attention respects and what it ignores: the order of words, the future, padding, a constant in the
// scores.

#include "attention/make.h"
#include "attention/measure.h"
#include "attention/trace.h"
#include "close.h"

#include <doctest/doctest.h>

using namespace attention;
using make::is_close;

namespace {

Matrix weights_of(const Input& input, const Layer& layer, const Options& options = {}) {
    return trace(input, layer, options).heads[0].weights;
}

} // namespace

TEST_CASE("without positions or a mask attention cannot see word order: words permuted, rows permuted") {
    const make::Sizes sizes;
    const Layer layer = make::layer(sizes);
    Input input = make::input(sizes);
    Eigen::PermutationMatrix<Eigen::Dynamic> order(5);
    order.indices() << 3, 0, 4, 1, 2;
    Input shuffled;
    shuffled.x = order * input.x;
    const Trace a = trace(input, layer), b = trace(shuffled, layer);
    CHECK(is_close(b.output, order * a.output));
    CHECK(is_close(b.heads[1].weights, order * a.heads[1].weights * order.transpose()));

    input.x_positions = shuffled.x_positions = make::matrix(5, 6, 30);
    CHECK(make::differs(trace(shuffled, layer).output, order * trace(input, layer).output, 1e-2F));
}

TEST_CASE("a causal mask shows the order even without positions: the same row reads more keys further on") {
    const make::Sizes sizes;
    Input input = make::input(sizes);
    input.x.row(4) = input.x.row(0);
    const Matrix open = trace(input, make::layer(sizes)).output;
    CHECK(is_close(open.row(4), open.row(0), 1e-6F));
    const Matrix masked = trace(input, make::layer(sizes), {.mask = {.causal = true}}).output;
    CHECK(make::differs(masked.row(4), masked.row(0), 1e-2F));
}

TEST_CASE("in cross-attention the order of the memory does not matter") {
    const make::Sizes sizes{.m = 4};
    Input input = make::input(sizes);
    const Matrix before = trace(input, make::layer(sizes)).output;
    input.memory = input.memory.colwise().reverse().eval();
    CHECK(is_close(trace(input, make::layer(sizes)).output, before));
}

TEST_CASE("cross-attention to oneself is self-attention") {
    const make::Sizes sizes;
    Input input = make::input(sizes);
    const Matrix self = trace(input, make::layer(sizes)).output;
    input.memory = input.x;
    CHECK(trace(input, make::layer(sizes)).output == self);
}

TEST_CASE("under a causal mask a word's output ignores all later words") {
    const make::Sizes sizes;
    Input input = make::input(sizes);
    const Options causal{.mask = {.causal = true}};
    const Matrix before = trace(input, make::layer(sizes), causal).output;
    input.x.bottomRows(2) *= -3;
    const Matrix after = trace(input, make::layer(sizes), causal).output;
    CHECK(is_close(after.topRows(3), before.topRows(3), 1e-6F));
    CHECK(make::differs(after.bottomRows(2), before.bottomRows(2), 1e-2F));
}

TEST_CASE("padding tokens change nothing: the rows of the real ones are those of the shorter sequence") {
    const make::Sizes sizes;
    Input padded = make::input(sizes), shorter;
    shorter.x = padded.x.topRows(3);
    const Options options{.mask = {.key_padding = {1, 1, 1, 0, 0}}};
    CHECK(is_close(trace(padded, make::layer(sizes), options).output.topRows(3),
                   trace(shorter, make::layer(sizes)).output));
}

TEST_CASE("a constant added to all scores of a query changes nothing: the keys' bias cancels") {
    const make::Sizes sizes{.heads = 1};
    Layer layer = make::layer(sizes);
    const Matrix before = weights_of(make::input(sizes), layer);
    layer.b_k.array() += 2;
    CHECK(is_close(weights_of(make::input(sizes), layer), before));
}

TEST_CASE(
    "the scale is a temperature: a larger divisor gives flatter weights, and it undoes larger queries") {
    const make::Sizes sizes{.d_k = 4, .heads = 1, .bias = false};
    const Input input = make::input(sizes);
    Layer layer = make::layer(sizes);
    layer.w_q *= 4;
    const auto bits = [&](const Scale& scale) {
        return entropy(weights_of(input, layer, {.scale = scale})).mean();
    };
    CHECK(bits({ScaleKind::none}) < bits({ScaleKind::sqrt_dk}));
    CHECK(bits({ScaleKind::sqrt_dk}) < bits({ScaleKind::number, 8}));
    const Matrix before = weights_of(input, layer);
    layer.w_q *= 3;
    CHECK(is_close(weights_of(input, layer, {.scale = {ScaleKind::number, 6}}), before)); // √4·3
}

TEST_CASE("dividing by √d_model with several heads is a mistake that flattens attention") {
    const make::Sizes sizes{.d_model = 8, .d_k = 2, .heads = 4, .bias = false};
    const Trace right = make::trace(sizes), wrong = make::trace(sizes, {.scale = {ScaleKind::sqrt_dmodel}});
    for (std::size_t head = 0; head < 4; ++head)
        CHECK(entropy(wrong.heads[head].weights).mean() > entropy(right.heads[head].weights).mean());
}

TEST_CASE("the scale depends on the width of a key, not on the number of words") {
    CHECK(make::trace({.n = 3}).divisor == make::trace({.n = 50}).divisor);
    CHECK(make::trace({.d_k = 16}).divisor == 2 * make::trace({.d_k = 4}).divisor);
}

TEST_CASE("cosine scores do not depend on how long queries are") {
    const make::Sizes sizes{.heads = 1, .bias = false};
    Layer layer = make::layer(sizes);
    const Options cosine{.score = ScoreFunction::cosine};
    const Matrix before = weights_of(make::input(sizes), layer, cosine);
    layer.w_q *= 100;
    CHECK(is_close(weights_of(make::input(sizes), layer, cosine), before));
}
