#include "attention/explain.h"

#include "attention/make.h"
#include "attention/rms_norm.h"
#include "close.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <optional>
#include <string>

using namespace attention;

namespace {

struct Variant {
    std::string name;
    make::Sizes sizes;
    Options options;
    bool positions = false, full_layer = false;
};

Variant all_steps() {
    return {"every step there is", make::full_sizes, make::full_options(make::full_sizes), true, true};
}

BoolMatrix with_an_empty_row(Index n, Index m) {
    BoolMatrix given = BoolMatrix::Constant(n, m, true);
    given.row(1).setConstant(false);
    return given;
}

std::vector<Variant> variants() {
    return {
        {"self-attention", {}, {}},
        {"cross-attention with positions", {.m = 3}, {}, true},
        {"one head, no bias, no W_O", {.heads = 1, .d_out = 0, .bias = false}, {}},
        {"general, √d_model", {}, {.score = ScoreFunction::general, .scale = {ScaleKind::sqrt_dmodel}}},
        {"additive, unscaled", {}, {.score = ScoreFunction::additive, .scale = {ScaleKind::none}}},
        {"cosine, divided by 0.1", {}, {.score = ScoreFunction::cosine, .scale = {ScaleKind::number, 0.1F}}},
        {"causal window", {}, {.mask = {.causal = true, .window = Window::of(2)}}, true},
        {"padding in cross-attention", {.m = 3}, {.mask = {.key_padding = {1, 1, 0}}}},
        {"a row without a key", {}, {.mask = {.given = with_an_empty_row(5, 5)}}},
        {"a head switched off", {}, {.switched_off = {1}}},
        {"the only head switched off, no W_O", {.heads = 1, .d_out = 0}, {.switched_off = {0}}},
        {"grouped heads with a past", {.heads = 6, .kv_heads = 2, .past = 2}, {}},
        {"neighbours turned, some columns, in cross-attention",
         {.m = 3, .d_k = 5},
         {.rotary = Rotary{.base = 30, .dims = 4, .interleaved = true}}},
        {"norms and a sink alone", {.d_k = 3}, {}, false, true},
        {"softcap and ALiBi", {}, {.softcap = 0.7F, .bias = {.alibi = true}}},
        {"a bias that forbids a key",
         {},
         {.bias = {.given = {with_an_empty_row(5, 5).select(make::matrix(5, 5, 60),
                                                            -std::numeric_limits<float>::infinity())}}}},
        {"every step, additive", all_steps().sizes,
         [] {
             Options options = all_steps().options;
             options.score = ScoreFunction::additive;
             return options;
         }(),
         false, true},
        all_steps(),
        {"dropout under a causal mask", {}, {.mask = {.causal = true}, .dropout = {.rate = 0.4F, .seed = 3}}},
    };
}

Trace trace_of(const Variant& v, std::vector<Override> overrides = {}) {
    Input input = make::input(v.sizes);
    if (v.positions) {
        input.x_positions = make::matrix(v.sizes.n, v.sizes.d_model, 50);
        if (v.sizes.m > 0) input.memory_positions = make::matrix(v.sizes.m, v.sizes.d_model, 51);
    }
    const Layer layer = v.full_layer ? make::full_layer(v.sizes) : make::layer(v.sizes);
    return trace(input, layer, v.options, std::move(overrides));
}

bool agree(float a, float b) {
    return make::agree(a, b, 1e-5F * std::max(1.0F, std::abs(b)));
}

// The number of cells, over all quantities, heads and variants, for which is_wrong(trace, explanation) holds.
template <typename Predicate>
int count_cells(Predicate is_wrong) {
    int count = 0, seen = 0;
    for (const Variant& v : variants()) {
        const Trace t = trace_of(v);
        for (int i = 0; i <= static_cast<int>(Quantity::output); ++i) {
            const auto quantity = static_cast<Quantity>(i);
            for (Index head = 0; head < (is_per_head(quantity) ? t.layer->heads : 1); ++head) {
                const Matrix& matrix = t.matrix(quantity, head);
                for (Index cell = 0; cell < matrix.size(); ++cell, ++seen)
                    count +=
                        is_wrong(t, explain(t, {quantity, head, cell / matrix.cols(), cell % matrix.cols()}));
            }
        }
    }
    CHECK(seen > 5000);
    return count;
}

} // namespace

TEST_CASE("the arithmetic of every cell of every stage gives the number in the cell") {
    const int wrong = count_cells([](const Trace& t, const Explanation& e) {
        return !agree(e.computed, e.value) || e.value != t.value(e.cell) || e.overridden;
    });
    CHECK(wrong == 0);
}

TEST_CASE("terms add up, one after another") {
    const int wrong = count_cells([](const Trace&, const Explanation& e) {
        double sum = 0;
        for (std::size_t i = 0; i < e.terms.size(); ++i) {
            const Term& term = e.terms[i];
            sum += term.product;
            if (!agree(term.running, static_cast<float>(sum))) return true;
            if (e.form != Form::rotation && term.index != static_cast<Index>(i)) return true;
            if (e.form != Form::softmax && !agree(term.product, term.left * term.right)) return true;
        }
        if (e.form == Form::rms_norm) {
            const double mean = sum / static_cast<double>(std::max<std::size_t>(e.terms.size(), 1));
            return !agree(e.divisor, static_cast<float>(std::sqrt(mean + static_cast<double>(rms_epsilon))));
        }
        return e.form == Form::softmax && !agree(e.divisor, static_cast<float>(sum) + e.sink.value_or(0));
    });
    CHECK(wrong == 0);
}

namespace {

// Where the numbers of a term of `e` stand, by its form: in the row or the column of the cell, along the
// terms.
std::optional<Cell> cell_of_left(const Explanation& e, const Term& term) {
    if (!e.left) return std::nullopt;
    return Cell{*e.left, e.cell.head, e.cell.row, term.index};
}
std::optional<Cell> cell_of_right(const Trace& t, const Explanation& e, const Term& term) {
    if (!e.right) return std::nullopt;
    if (e.cell.quantity == Quantity::scores) return Cell{*e.right, e.cell.head, e.cell.column, term.index};
    if (e.form == Form::rms_norm) return cell_of_left(e, term);
    REQUIRE(term.index < t.matrix(*e.right, e.cell.head).rows());
    return Cell{*e.right, e.cell.head, term.index, e.cell.column};
}

// The forms whose cells derive from one number, `operand`, which stands in `left`.
std::optional<Cell> cell_of_operand(const Trace& t, const Explanation& e) {
    if (!e.left) return std::nullopt;
    Cell cell = e.cell;
    cell.quantity = *e.left;
    switch (e.form) {
    case Form::sum:
    case Form::rms_norm:
    case Form::rotation:
    case Form::quotient:
    case Form::softcap:
    case Form::bias:
    case Form::mask:
    case Form::dropout:
        return cell;
    case Form::cached:
        cell.row -= t.input.past();
        return cell;
    case Form::copy:
        return Cell{*e.left, e.source_head, e.cell.row, e.source_column};
    default:
        return std::nullopt;
    }
}

} // namespace

TEST_CASE("in every form of arithmetic the terms and the operand stand in the matrices that are named") {
    int terms = 0, operands = 0;
    const int wrong = count_cells([&](const Trace& t, const Explanation& e) {
        for (const Term& term : e.terms) {
            if (const auto left = cell_of_left(e, term)) {
                ++terms;
                if (t.value(*left) != term.left) return true;
            }
            const auto right = cell_of_right(t, e, term);
            if (right && t.value(*right) != term.right) return true;
        }
        const auto operand = cell_of_operand(t, e);
        operands += operand ? 1 : 0;
        return operand && t.value(*operand) != e.operand;
    });
    CHECK(wrong == 0);
    CHECK(terms > 10000);
    CHECK(operands > 3000);
}

TEST_CASE("terms are the cells of the matrices they are said to come from") {
    const Trace t = trace_of(variants()[1]);
    const Explanation key_cell = explain(t, {Quantity::k, 1, 2, 3});
    CHECK(key_cell.form == Form::product_sum);
    CHECK(key_cell.axis == Axis::model);
    CHECK(key_cell.left == Quantity::memory);
    CHECK(key_cell.right == Quantity::w_k);
    REQUIRE(key_cell.terms.size() == 6);
    CHECK(key_cell.terms[4].left == t.memory(2, 4));
    CHECK(key_cell.terms[4].right == t.heads[1].w_k(4, 3));
    CHECK(key_cell.bias == t.layer->b_k[1 * 4 + 3]);

    const Explanation score = explain(t, {Quantity::scores, 1, 4, 2});
    CHECK(score.axis == Axis::key_width);
    CHECK(score.terms[3].left == t.heads[1].q(4, 3));
    CHECK(score.terms[3].right == t.heads[1].k(2, 3));
    CHECK(!score.bias.has_value());

    const Explanation output = explain(t, {Quantity::output, 0, 4, 5});
    CHECK(output.axis == Axis::concat_width);
    CHECK(output.terms.size() == 6);
    CHECK(output.bias == t.layer->b_o[5]);
}

TEST_CASE("an input with positions is embedding plus position; without them it is given") {
    const Trace with = trace_of(variants()[1]);
    const Explanation sum = explain(with, {Quantity::x, 0, 2, 1});
    CHECK(sum.form == Form::sum);
    CHECK(sum.operand == with.input.x(2, 1));
    CHECK(sum.position == with.input.x_positions(2, 1));
    CHECK(explain(trace_of(variants()[0]), {Quantity::x, 0, 2, 1}).form == Form::given);
}

TEST_CASE("a masked key contributes nothing to the softmax of its row") {
    const Trace t = trace_of(variants()[6]);
    const Explanation mask = explain(t, {Quantity::masked, 0, 1, 3});
    CHECK(mask.masked);
    CHECK(mask.computed == -std::numeric_limits<float>::infinity());
    CHECK(mask.operand == t.heads[0].scaled(1, 3));
    const Explanation weight = explain(t, {Quantity::weights, 0, 1, 3});
    CHECK(weight.masked);
    CHECK(weight.computed == 0);
    CHECK(weight.terms[3].product == 0);
    CHECK(!explain(t, {Quantity::weights, 0, 1, 0}).masked);
}

TEST_CASE("in a row without an allowed key every number is still a number or −∞") {
    const Trace t = trace_of(variants()[8]);
    const Explanation weight = explain(t, {Quantity::weights, 0, 1, 0});
    CHECK(weight.divisor == 0);
    CHECK(weight.computed == 0);
    for (const Term& term : weight.terms)
        CHECK(!std::isnan(term.right));
}

TEST_CASE("dropout says whether each weight was kept") {
    const Trace t = trace_of(variants().back());
    int kept = 0, dropped = 0;
    for (Index i = 0; i < 5; ++i)
        for (Index j = 0; j <= i; ++j) {
            const Explanation e = explain(t, {Quantity::dropped, 1, i, j});
            CHECK(e.kept == (t.heads[1].dropped(i, j) != 0));
            ++(e.kept ? kept : dropped);
        }
    CHECK(kept > 0);
    CHECK(dropped > 0);
    CHECK(explain(t, {Quantity::dropped, 1, 4, 0}).divisor == make::about(0.6));
}

TEST_CASE("whether a weight of zero was dropped is known from the draw alone") {
    // The same draw meets dense weights and causal ones: a cell kept in the one is kept in the other.
    Variant causal = variants().back(), dense = causal;
    dense.options.mask = {};
    const Trace a = trace_of(causal), b = trace_of(dense);
    for (Index i = 0; i < 5; ++i)
        for (Index j = 0; j < 5; ++j)
            CHECK(explain(a, {Quantity::dropped, 1, i, j}).kept ==
                  explain(b, {Quantity::dropped, 1, i, j}).kept);
}

TEST_CASE("an overridden cell shows both what was set and what would have been computed") {
    const Cell cell{Quantity::scores, 1, 2, 3};
    const float before = trace_of(variants()[0]).value(cell);
    const Explanation e = explain(trace_of(variants()[0], {{cell, 9}}), cell);
    CHECK(e.overridden);
    CHECK(e.value == 9);
    CHECK(e.computed == make::about(before));

    const Cell weight{Quantity::w_v, 1, 2, 0};
    const Trace t = trace_of(variants()[0], {{weight, 9}});
    CHECK(explain(t, weight).computed == t.layer->w_v(2, 3));
    CHECK(explain(t, weight).value == 9);
}

TEST_CASE("concatenated columns know their head") {
    const Trace t = trace_of(variants()[0]);
    const Explanation e = explain(t, {Quantity::concat, 0, 4, 5});
    CHECK(e.form == Form::copy);
    CHECK(e.source_head == 1);
    CHECK(e.source_column == 2);
    CHECK(e.operand == t.heads[1].output(4, 2));
}

TEST_CASE("0 stands in the columns of a head that is switched off, in place of what it read") {
    Variant v = variants()[0];
    v.options.switched_off = {1};
    const Trace t = trace_of(v);
    const Explanation off = explain(t, {Quantity::concat, 0, 4, 5}),
                      on = explain(t, {Quantity::concat, 0, 4, 2});
    CHECK(off.switched_off);
    CHECK(off.operand == t.heads[1].output(4, 2));
    CHECK(off.computed == 0);
    CHECK(off.value == 0);
    CHECK_FALSE(on.switched_off);
    CHECK(on.computed == on.operand);
}

TEST_CASE(
    "a normed number is its operand over the root mean square of its row, times the gain of its column") {
    const Trace t = trace_of(all_steps());
    const Explanation e = explain(t, {Quantity::q_normed, 2, 3, 1});
    CHECK(e.form == Form::rms_norm);
    CHECK(e.axis == Axis::key_width);
    CHECK(e.left == Quantity::q);
    CHECK(e.operand == t.heads[2].q(3, 1));
    CHECK(e.gain == t.layer->q_norm[1]);
    REQUIRE(e.terms.size() == 4);
    CHECK(e.terms[2].product == t.heads[2].q(3, 2) * t.heads[2].q(3, 2));
    CHECK(explain(t, {Quantity::k_normed, 2, 3, 1}).gain == t.layer->k_norm[1]);
}

TEST_CASE("a turned number says its place, its angle and its partner") {
    const Trace t = trace_of(all_steps()); // base 100, four columns in halves, three past keys
    const Explanation first = explain(t, {Quantity::q_rotated, 1, 2, 1});
    CHECK(first.form == Form::rotation);
    CHECK(first.left == Quantity::q_normed);
    CHECK(first.place == 5);
    CHECK(first.angle == make::about(0.5)); // 5·100^−1/2
    REQUIRE(first.terms.size() == 2);
    CHECK(first.terms[0].left == t.heads[1].q_normed(2, 1));
    CHECK(first.terms[0].right == make::about(std::cos(0.5)));
    CHECK(first.terms[1].index == 3);
    CHECK(first.terms[1].left == t.heads[1].q_normed(2, 3));
    CHECK(first.terms[1].right == make::about(-std::sin(0.5)));
    CHECK(explain(t, {Quantity::q_rotated, 1, 2, 3}).terms[1].right == make::about(std::sin(0.5)));

    Variant part = all_steps();
    part.options.rotary->dims = 2;
    const Explanation still = explain(trace_of(part), {Quantity::k_rotated, 1, 2, 3});
    CHECK(still.angle == 0);
    REQUIRE(still.terms.size() == 1);
    CHECK(still.terms[0].right == 1);
}

TEST_CASE("a past key is as it was handed in, a new one comes from its step") {
    const Trace t = trace_of(all_steps());
    const Explanation past = explain(t, {Quantity::present_k, 3, 2, 1}),
                      made = explain(t, {Quantity::present_k, 3, 4, 1});
    CHECK(past.form == Form::cached);
    CHECK(past.is_past);
    CHECK_FALSE(past.left.has_value());
    CHECK(past.operand == t.input.past_k(2, 4 + 1)); // head 3 reads key head 1
    CHECK_FALSE(made.is_past);
    CHECK(made.left == Quantity::k_rotated);
    CHECK(made.operand == t.heads[3].k_rotated(1, 1));
    CHECK(explain(t, {Quantity::present_v, 3, 4, 1}).left == Quantity::v);
}

TEST_CASE("cap and bias take the number of the step before them, the bias with its penalty") {
    const Trace t = trace_of(all_steps());
    const Explanation cap = explain(t, {Quantity::capped, 1, 2, 4}),
                      bias = explain(t, {Quantity::biased, 1, 2, 4});
    CHECK(cap.form == Form::softcap);
    CHECK(cap.divisor == 1.5F);
    CHECK(cap.operand == t.heads[1].scaled(2, 4));
    CHECK(bias.form == Form::bias);
    CHECK(bias.left == Quantity::capped);
    CHECK(bias.operand == t.heads[1].capped(2, 4));
    // Head 1 of 4 has the slope 2^−4; the query at place 5 is one from key 4.
    CHECK(bias.bias.value() == make::about(t.options.bias.given[1](2, 4) - 1.0F / 16));
}

TEST_CASE("beside a sink the denominator is that of the terms and the sink") {
    const Trace t = trace_of(all_steps());
    const Explanation e = explain(t, {Quantity::weights, 1, 2, 2});
    REQUIRE(e.sink.has_value());
    CHECK(*e.sink == make::about(std::exp(t.layer->sink[1] - e.row_max)));
    CHECK(e.divisor == make::about(e.terms.back().running + *e.sink));
    CHECK_FALSE(explain(trace_of(variants()[0]), {Quantity::weights, 1, 2, 2}).sink.has_value());
}

TEST_CASE("a step that a pass does not take is explained by what stands in its place") {
    const Trace t = trace_of(variants()[0]);
    CHECK(explain(t, {Quantity::q_rotated, 1, 2, 0}).cell == Cell{Quantity::q, 1, 2, 0});
    CHECK(explain(t, {Quantity::biased, 1, 2, 0}).form == Form::quotient);
    CHECK(explain(t, {Quantity::masked, 1, 2, 0}).form == Form::mask);
    CHECK(explain(t, {Quantity::dropped, 1, 2, 0}).form == Form::dropout);
}
