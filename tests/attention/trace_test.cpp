#include "attention/trace.h"

#include "attention/make.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

using namespace attention;
using make::is_close;

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

} // namespace

TEST_CASE("a pass computed by hand: two words, identity weights") {
    // S = X·Xᵀ = [[1, 1], [1, 2]]; with d_k = 2 the second row scales to [1, 2]/√2.
    Input input;
    input.x = Matrix{{1, 0}, {1, 1}};
    Layer layer;
    layer.w_q = layer.w_k = layer.w_v = Matrix::Identity(2, 2);
    const Trace t = trace(input, layer);
    CHECK(t.matrix(Quantity::scores, 0) == Matrix{{1, 1}, {1, 2}});
    CHECK(t.divisor == make::about(std::numbers::sqrt2));
    const float a = 1 / (1 + std::exp(1 / std::sqrt(2.0F))); // weight of the smaller score in row 1
    CHECK(is_close(t.matrix(Quantity::weights, 0), Matrix{{0.5F, 0.5F}, {a, 1 - a}}));
    CHECK(is_close(t.output, Matrix{{1, 0.5F}, {1, 1 - a}}));
}

TEST_CASE("every stage has the shape that its definition gives it") {
    const Trace t = make::trace({.n = 5, .m = 7, .d_model = 6, .d_k = 4, .d_v = 3, .heads = 2, .d_out = 8});
    const auto has_shape = [&](Quantity quantity, Index rows, Index columns) {
        const Matrix& matrix = t.matrix(quantity, is_per_head(quantity) ? 1 : 0);
        return matrix.rows() == rows && matrix.cols() == columns;
    };
    CHECK(has_shape(Quantity::x, 5, 6));
    CHECK(has_shape(Quantity::memory, 7, 6));
    CHECK(has_shape(Quantity::w_q, 6, 4));
    CHECK(has_shape(Quantity::w_v, 6, 3));
    CHECK(has_shape(Quantity::q, 5, 4));
    CHECK(has_shape(Quantity::k, 7, 4));
    CHECK(has_shape(Quantity::v, 7, 3));
    for (const Quantity square :
         {Quantity::scores, Quantity::scaled, Quantity::masked, Quantity::weights, Quantity::dropped})
        CHECK(has_shape(square, 5, 7));
    CHECK(has_shape(Quantity::head_output, 5, 3));
    CHECK(has_shape(Quantity::concat, 5, 6));
    CHECK(has_shape(Quantity::w_o, 6, 8));
    CHECK(has_shape(Quantity::output, 5, 8));
    CHECK(has_shape(Quantity::position, 0, 0));
}

TEST_CASE("every step of a pass that takes them all has the shape that its definition gives it") {
    const make::Sizes s = make::full_sizes;
    const Trace t = make::full_trace();
    const auto has_shape = [&](Quantity quantity, Index rows, Index columns) {
        const Matrix& matrix = t.matrix(quantity, is_per_head(quantity) ? 3 : 0);
        return t.has(quantity) && matrix.rows() == rows && matrix.cols() == columns;
    };
    CHECK(t.m() == s.past + s.n);
    for (const Quantity query : {Quantity::q, Quantity::q_normed, Quantity::q_rotated})
        CHECK(has_shape(query, s.n, s.d_k));
    for (const Quantity new_key : {Quantity::k, Quantity::k_normed, Quantity::k_rotated})
        CHECK(has_shape(new_key, s.n, s.d_k));
    CHECK(has_shape(Quantity::v, s.n, s.d_v));
    CHECK(has_shape(Quantity::present_k, t.m(), s.d_k));
    CHECK(has_shape(Quantity::present_v, t.m(), s.d_v));
    for (const Quantity square : {Quantity::scores, Quantity::scaled, Quantity::capped, Quantity::biased,
                                  Quantity::masked, Quantity::weights, Quantity::dropped})
        CHECK(has_shape(square, s.n, t.m()));
    CHECK(has_shape(Quantity::head_output, s.n, s.d_v));
    CHECK(has_shape(Quantity::concat, s.n, s.heads * s.d_v));
}

TEST_CASE("a quantity that a pass does not have is empty, and an idle stage shows what went in") {
    const Trace t = make::trace({.heads = 1, .d_out = 0});
    CHECK(t.matrix(Quantity::memory, 0).size() == 0);
    CHECK(t.matrix(Quantity::w_o, 0).size() == 0);
    CHECK(&t.matrix(Quantity::masked, 0) == &t.heads[0].scaled);
    CHECK(&t.matrix(Quantity::dropped, 0) == &t.heads[0].weights);
    CHECK(t.output == t.concat);
}

TEST_CASE("a row of weights sums to one under every score function and mask") {
    for (const ScoreFunction score :
         {ScoreFunction::dot, ScoreFunction::general, ScoreFunction::additive, ScoreFunction::cosine})
        for (const Mask& mask : {Mask{}, Mask{.causal = true}, Mask{.window = Window::of(1)},
                                 Mask{.key_padding = {1, 1, 0, 1, 0}}})
            for (const HeadTrace& h : make::trace({}, {.score = score, .mask = mask}).heads)
                for (Index i = 0; i < h.weights.rows(); ++i)
                    CHECK(h.weights.row(i).sum() == make::about(1).share(1e-6));
}

TEST_CASE("a row without an allowed key has weights and output 0") {
    BoolMatrix given = BoolMatrix::Constant(5, 5, true);
    given.row(2).setConstant(false);
    const Trace t = make::trace({.d_out = 0}, {.mask = {.given = given}});
    CHECK(t.heads[0].masked.row(2) == Matrix::Constant(1, 5, minus_infinity));
    CHECK(make::is_zero(t.heads[0].weights.row(2)));
    CHECK(make::is_zero(t.output.row(2)));
    CHECK(make::differs(t.output.row(1), t.output.row(2), 0.01));
}

TEST_CASE("a pass through several heads is each head on its own, side by side") {
    const make::Sizes sizes{.d_out = 0};
    const Layer both = make::layer(sizes);
    const Trace t = trace(make::input(sizes), both);
    for (Index head = 0; head < 2; ++head) {
        Layer one;
        one.w_q = both.w_q.middleCols(head * 4, 4);
        one.w_k = both.w_k.middleCols(head * 4, 4);
        one.w_v = both.w_v.middleCols(head * 3, 3);
        one.b_q = both.b_q.segment(head * 4, 4);
        one.b_k = both.b_k.segment(head * 4, 4);
        one.b_v = both.b_v.segment(head * 3, 3);
        CHECK(is_close(t.concat.middleCols(head * 3, 3), trace(make::input(sizes), one).output));
    }
}

TEST_CASE("a head that is switched off keeps its own stages and adds nothing to the output") {
    const Trace all = make::trace({.heads = 3}), t = make::trace({.heads = 3}, {.switched_off = {1}});
    for (int i = 0; i <= static_cast<int>(Quantity::head_output); ++i)
        for (Index head = 0; head < 3; ++head) {
            const auto quantity = static_cast<Quantity>(i);
            CHECK(t.matrix(quantity, head) == all.matrix(quantity, head));
        }
    CHECK(make::is_zero(t.concat.middleCols(3, 3)));
    CHECK(t.concat.leftCols(3) == all.heads[0].output);
    CHECK(t.concat.rightCols(3) == all.heads[2].output);
    const Matrix missing = all.heads[1].output * all.w_o.middleRows(3, 3);
    CHECK(is_close(t.output, all.output - missing));
}

TEST_CASE("with every head switched off only the bias of W_O is left") {
    const Trace t = make::trace({}, {.switched_off = {0, 1}});
    for (Index i = 0; i < t.n(); ++i)
        CHECK(t.output.row(i) == t.layer->b_o);
    CHECK(make::is_zero(make::trace({.d_out = 0}, {.switched_off = {0, 1}}).output));
}

TEST_CASE("each output row is an average of the values: it stays within their range") {
    const Trace t = make::trace({.heads = 1, .d_out = 0});
    const HeadTrace& h = t.heads[0];
    for (Index c = 0; c < h.v.cols(); ++c) {
        const ColumnVector output = t.output.col(c);
        const float low = h.v.col(c).minCoeff(), high = h.v.col(c).maxCoeff();
        CHECK(make::is_close(output, output.cwiseMax(low).cwiseMin(high), 1e-6));
    }
}

TEST_CASE("dropout changes what comes after it and leaves the weights themselves") {
    const Trace without = make::trace({}), with = make::trace({}, {.dropout = {.rate = 0.5F, .seed = 1}});
    CHECK(with.heads[1].weights == without.heads[1].weights);
    CHECK(with.heads[1].dropped != with.heads[1].weights);
    CHECK(is_close(with.heads[1].output, with.heads[1].dropped * with.heads[1].v));
    CHECK(with.heads[0].dropped.cwiseSign() !=
          with.heads[1].dropped.cwiseSign()); // every head has its own draw
}

TEST_CASE("one word alone attends to itself") {
    const Trace t = make::trace({.n = 1});
    CHECK(t.heads[0].weights == Matrix{{1}});
    CHECK(is_close(t.heads[0].output, t.heads[0].v));
}

TEST_CASE("a batch is its items, each with its own or the common mask") {
    const make::Sizes sizes;
    const Layer layer = make::layer(sizes);
    const std::vector<Input> items{make::input(sizes, 1), make::input(sizes, 5)};
    const Options causal{.mask = {.causal = true}};
    const std::vector<Trace> common = trace_batch(items, layer, {causal});
    REQUIRE(common.size() == 2);
    for (std::size_t i = 0; i < 2; ++i)
        CHECK(common[i].output == trace(items[i], layer, causal).output);
    const std::vector<Trace> own = trace_batch(items, layer, {{}, causal});
    CHECK(own[0].output == trace(items[0], layer).output);
    CHECK(own[1].output == common[1].output);
}

TEST_CASE("a pass that is stopped before it begins computes no head") {
    base::StopSource source;
    source.request_stop();
    CHECK(trace(make::input({}), make::layer({}), {}, {}, source.token()).heads.empty());
}

TEST_CASE("the predicted bytes cover what a pass keeps") {
    const make::Sizes sizes{.n = 40, .m = 50, .d_model = 12, .d_k = 4, .d_v = 3, .heads = 3, .d_out = 12};
    const Trace t = make::trace(sizes, {.mask = {.causal = true}, .dropout = {.rate = 0.5F}});
    std::size_t kept = 0;
    const auto count = [&](const auto&... m) {
        kept += ((static_cast<std::size_t>(m.size()) * sizeof(float)) + ...);
    };
    for (const HeadTrace& h : t.heads)
        count(h.w_q, h.w_k, h.w_v, h.q, h.k, h.v, h.scores, h.scaled, h.masked, h.row_max, h.numerators,
              h.denominators, h.weights, h.dropped, h.output);
    count(t.input.x, t.input.memory, t.x, t.memory, t.w_o, t.concat, t.output);
    count(t.layer->w_q, t.layer->w_k, t.layer->w_v, t.layer->w_o);
    const std::size_t predicted = trace_bytes(40, 50, 12, 4, 3, 3);
    CHECK(predicted >= kept);
    CHECK(predicted < kept * 3 / 2);
    const std::size_t square = 40 * 50 * 3 * sizeof(float);
    CHECK(trace_bytes(40, 50, 12, 4, 3, 3, {.softcap = 5}) == predicted + square);
    CHECK(trace_bytes(40, 50, 12, 4, 3, 3, {.softcap = 5, .bias = {.alibi = true}}) ==
          predicted + 2 * square);
    // A given bias is kept as well, one for all heads or one for each.
    Options given;
    given.bias.given.resize(1);
    CHECK(trace_bytes(40, 50, 12, 4, 3, 3, given) == predicted + square + square / 3);
    given.bias.given.resize(3);
    CHECK(trace_bytes(40, 50, 12, 4, 3, 3, given) == predicted + 2 * square);
    CHECK(trace_bytes(1LL << 40, 1LL << 40, 1, 1, 1, 1) == std::numeric_limits<std::size_t>::max());
}

// Cells set by hand.

TEST_CASE("an overridden cell changes everything downstream and nothing upstream") {
    // In the order of the computation, for head 0 of two.
    const std::vector<Quantity> order{Quantity::x,      Quantity::q,       Quantity::scores,
                                      Quantity::scaled, Quantity::weights, Quantity::head_output,
                                      Quantity::concat, Quantity::output};
    const Trace before = make::trace({});
    for (std::size_t at = 0; at < order.size(); ++at) {
        if (!is_editable(order[at])) continue;
        CAPTURE(key(order[at]));
        const Cell cell{order[at], 0, 2, 1};
        const Trace after = make::trace({}, {}, {{cell, 3.5F}});
        CHECK(after.value(cell) == 3.5F);
        CHECK(after.is_overridden(cell));
        CHECK(!after.is_overridden({order[at], 0, 2, 0}));
        for (std::size_t i = 0; i < order.size(); ++i)
            CHECK((after.matrix(order[i], 0) != before.matrix(order[i], 0)) == (i >= at));
    }
}

TEST_CASE("an override in one head leaves the other as it was") {
    const Trace before = make::trace({}), after = make::trace({}, {}, {{{Quantity::q, 1, 2, 3}, 9}});
    CHECK(after.heads[0].output == before.heads[0].output);
    CHECK(after.heads[1].output != before.heads[1].output);
    CHECK(after.heads[1].k == before.heads[1].k);
}

TEST_CASE("an override changes one cell of its own matrix and no other") {
    for (const Quantity quantity :
         {Quantity::x, Quantity::memory, Quantity::w_q, Quantity::w_k, Quantity::w_v, Quantity::w_o,
          Quantity::q, Quantity::k, Quantity::v, Quantity::scores, Quantity::weights}) {
        CAPTURE(key(quantity));
        const Index head = is_per_head(quantity) ? 1 : 0;
        const Trace before = make::trace({.m = 4});
        const Trace after = make::trace({.m = 4}, {}, {{{quantity, head, 2, 1}, 7}});
        Matrix expected = before.matrix(quantity, head);
        expected(2, 1) = 7;
        CHECK(after.matrix(quantity, head) == expected);
        CHECK(after.output != before.output);
    }
}

TEST_CASE("an overridden input replaces embedding and position together") {
    const make::Sizes sizes;
    Input input = make::input(sizes);
    input.x_positions = make::matrix(sizes.n, sizes.d_model, 30);
    const Trace t = trace(input, make::layer(sizes), {}, {{{Quantity::x, 0, 1, 1}, 0.25F}});
    CHECK(t.x(1, 1) == 0.25F);
    CHECK(t.x(1, 2) == input.x(1, 2) + input.x_positions(1, 2));
}

TEST_CASE("weights set by hand are not made to sum to one again") {
    const Trace before = make::trace({}), after = make::trace({}, {}, {{{Quantity::weights, 0, 1, 1}, 2}});
    const float change = 2 - before.heads[0].weights(1, 1);
    CHECK(after.heads[0].weights.row(1).sum() == make::about(1 + change));
}

TEST_CASE("a score set by hand stays masked where its key is forbidden") {
    const Trace t = make::trace({}, {.mask = {.causal = true}}, {{{Quantity::scores, 0, 0, 3}, 50}});
    CHECK(t.heads[0].scores(0, 3) == 50);
    CHECK(t.heads[0].weights(0, 3) == 0);
}

TEST_CASE("of two values for one cell the last holds") {
    const Cell cell{Quantity::q, 0, 0, 0};
    CHECK(make::trace({}, {}, {{cell, 1}, {cell, 2}}).value(cell) == 2);
}

TEST_CASE("what is set by hand in shared keys or values holds for the whole group, and for no other") {
    const make::Sizes sizes{.heads = 4, .kv_heads = 2};
    const Trace before = make::trace(sizes);
    for (const Quantity quantity : {Quantity::w_k, Quantity::w_v, Quantity::k, Quantity::v}) {
        CAPTURE(key(quantity));
        const Cell cell{quantity, 3, 2, 1}, of_partner{quantity, 2, 2, 1}, of_others{quantity, 1, 2, 1};
        const Trace after = make::trace(sizes, {}, {{cell, 7}});
        CHECK(after.value(cell) == 7);
        CHECK(after.value(of_partner) == 7);
        CHECK(after.is_overridden(cell));
        CHECK(after.is_overridden(of_partner));
        CHECK_FALSE(after.is_overridden(of_others));
        CHECK(after.matrix(quantity, 1) == before.matrix(quantity, 1));
        CHECK(after.heads[2].output != before.heads[2].output);
        CHECK(after.heads[3].output != before.heads[3].output);
        CHECK(after.heads[1].output == before.heads[1].output);
    }
    const Trace query = make::trace(sizes, {}, {{{Quantity::q, 3, 2, 1}, 7}});
    CHECK(query.heads[2].output == before.heads[2].output);
    CHECK_FALSE(query.is_overridden({Quantity::q, 2, 2, 1}));
}

TEST_CASE("what is set by hand in k or v is of the new words, which stand after the past ones") {
    const Trace t =
        make::full_trace(make::full_sizes, {{{Quantity::k, 0, 1, 0}, 5}, {{Quantity::v, 0, 1, 0}, 6}});
    CHECK(t.heads[0].k(1, 0) == 5);
    CHECK(t.heads[0].present_v(3 + 1, 0) == 6);
    CHECK(t.heads[1].present_v(3 + 1, 0) == 6);
    CHECK(t.heads[0].present_k.row(3 + 1) == t.heads[0].k_rotated.row(1));
}
