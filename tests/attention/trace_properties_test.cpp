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

// Shared keys, past keys, sinks.

namespace {

// The same layer with keys and values of its own for each query head: those that it reads.
Layer with_keys_repeated(Layer layer) {
    const Index d_k = layer.d_k(), d_v = layer.d_v(), group = layer.heads / layer.kv_heads;
    const auto repeat = [&](const auto& shared, Index width) {
        Matrix own(shared.rows(), layer.heads * width);
        for (Index head = 0; head < layer.heads; ++head)
            own.middleCols(head * width, width) = shared.middleCols(head / group * width, width);
        return own;
    };
    layer.w_k = repeat(layer.w_k, d_k);
    layer.w_v = repeat(layer.w_v, d_v);
    layer.b_k = repeat(layer.b_k, d_k);
    layer.b_v = repeat(layer.b_v, d_v);
    layer.kv_heads = 0;
    return layer;
}

// The keys and values that a pass ends with, all heads side by side: the past of the next pass.
Matrix present(const Trace& t, Quantity quantity) {
    const Index width = t.matrix(quantity, 0).cols(), key_heads = t.layer->key_heads();
    Matrix all(t.m(), key_heads * width);
    for (Index head = 0; head < t.layer->heads; ++head)
        all.middleCols(t.layer->key_head_of(head) * width, width) = t.matrix(quantity, head);
    return all;
}

} // namespace

TEST_CASE("heads that share keys are heads of their own with the same keys") {
    for (const Index kv_heads : {1, 2, 3, 6}) {
        const make::Sizes sizes{.heads = 6, .kv_heads = kv_heads};
        const Layer shared = make::layer(sizes);
        for (const auto score :
             {ScoreFunction::dot, ScoreFunction::general, ScoreFunction::additive, ScoreFunction::cosine}) {
            const Trace a = trace(make::input(sizes), shared, {.score = score});
            CHECK(is_close(a.output,
                           trace(make::input(sizes), with_keys_repeated(shared), {.score = score}).output,
                           1e-6));
            for (std::size_t head = 0; head < 6; ++head)
                CHECK(a.heads[head].k == a.heads[head / (6 / static_cast<std::size_t>(kv_heads)) *
                                                 (6 / static_cast<std::size_t>(kv_heads))]
                                             .k);
            CHECK(a.heads[0].q != a.heads[1].q);
        }
    }
}

TEST_CASE("a sequence in pieces, each with the keys and values of those before it, is the whole sequence") {
    const make::Sizes sizes{.n = 7, .heads = 4, .kv_heads = 2};
    const Layer layer = make::full_layer(sizes);
    const Input whole = make::input(sizes);
    for (const Index window : {-1, 2}) {
        const Options options{.mask = {.causal = true, .window = {window, -1}},
                              .rotary = Rotary{.base = 100},
                              .softcap = 2,
                              .bias = {.alibi = true}};
        const Matrix expected = trace(whole, layer, options).output;
        Input piece;
        Index done = 0;
        for (const Index count : {3, 1, 3}) {
            piece.x = whole.x.middleRows(done, count);
            const Trace t = trace(piece, layer, options);
            CHECK(is_close(t.output, expected.middleRows(done, count)));
            piece.past_k = present(t, Quantity::present_k);
            piece.past_v = present(t, Quantity::present_v);
            done += count;
        }
    }
}

TEST_CASE("what the past holds is read as it is, by the heads whose keys it has") {
    const make::Sizes sizes{.heads = 4, .kv_heads = 2, .past = 3};
    const Layer layer = make::layer(sizes);
    Input input = make::input(sizes);
    const Trace before = trace(input, layer);
    input.past_v.rightCols(3).array() += 1; // of the second key head
    const Trace after = trace(input, layer);
    CHECK(after.heads[1].output == before.heads[1].output);
    CHECK(make::differs(after.heads[2].output, before.heads[2].output, 1e-2));
    CHECK(after.heads[3].weights == before.heads[3].weights);
}

TEST_CASE("a window as wide as the sequence is none") {
    for (const Index wide : {4, 5, 1000})
        CHECK(make::trace({}, {.mask = {.window = Window::of(wide)}}).output == make::trace({}).output);
    CHECK(make::trace({}, {.mask = {.window = Window::of(3)}}).output != make::trace({}).output);
}

TEST_CASE("a window to the left with none to the right is causal") {
    CHECK(make::trace({}, {.mask = {.window = {-1, 0}}}).output ==
          make::trace({}, {.mask = {.causal = true}}).output);
}

TEST_CASE("a length is padding from there on") {
    const Mask length{.length = 3}, padding{.key_padding = {1, 1, 1, 0, 0}};
    CHECK(make::trace({}, {.mask = length}).output == make::trace({}, {.mask = padding}).output);
}

TEST_CASE("a sink takes its share of every row in every head, and what is left is the same mix of values") {
    const make::Sizes sizes{.d_out = 0};
    Layer layer = make::layer(sizes);
    const Trace without = trace(make::input(sizes), layer);
    layer.sink = RowVector{{0.5F, -1}};
    const Trace with = trace(make::input(sizes), layer);
    for (std::size_t head = 0; head < 2; ++head) {
        const HeadTrace &a = without.heads[head], &b = with.heads[head];
        const float sink = layer.sink[static_cast<Index>(head)];
        for (Index i = 0; i < 5; ++i) {
            const double keys =
                (a.scaled.row(i).array() - sink).cast<double>().exp().sum(); // beside a sink of e⁰
            CHECK(b.weights.row(i).sum() == make::about(keys / (keys + 1)));
            CHECK(is_close(b.output.row(i), a.output.row(i) * (keys / (keys + 1)), 1e-5));
        }
    }
}

TEST_CASE("a very low sink is none") {
    Layer layer = make::layer({});
    layer.sink = RowVector::Constant(2, -1e30F);
    CHECK(trace(make::input({}), layer).output == make::trace({}).output);
}

TEST_CASE("without any of it a pass keeps none of the steps, and the next one stands in its place") {
    const Trace t = make::trace({});
    for (const Quantity step : {Quantity::q_normed, Quantity::k_normed, Quantity::q_rotated,
                                Quantity::k_rotated, Quantity::present_k, Quantity::present_v,
                                Quantity::capped, Quantity::biased, Quantity::masked, Quantity::dropped}) {
        CAPTURE(key(step));
        CHECK_FALSE(t.has(step));
        CHECK(t.heads[0].made(step).rows() == 0);
    }
    CHECK(t.latest(Quantity::q_rotated) == Quantity::q);
    CHECK(t.latest(Quantity::present_k) == Quantity::k);
    CHECK(t.latest(Quantity::present_v) == Quantity::v);
    CHECK(t.latest(Quantity::masked) == Quantity::scaled);
    CHECK(make::trace({}, {.softcap = 1}).latest(Quantity::masked) == Quantity::capped);
}
