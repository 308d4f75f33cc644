#include "attention/bias.h"

#include "attention/make.h"
#include "attention/mask.h"
#include "attention/trace.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace attention;
using make::is_close;

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

Matrix weights(const Options& options, const make::Sizes& sizes = {}, Index head = 0) {
    return make::trace(sizes, options).heads[static_cast<std::size_t>(head)].weights;
}

} // namespace

TEST_CASE("the slopes of ALiBi are those of its authors: for 8 heads 1/2, 1/4 … 1/256") {
    for (Index head = 0; head < 8; ++head)
        CHECK(alibi_slope(head, 8) == make::about(1 / static_cast<double>(Index{2} << head)));
    CHECK(alibi_slope(0, 1) == make::about(1.0 / 256));
    CHECK(alibi_slope(0, 16) == make::about(0.70710678)); // 2^−1/2
    CHECK(alibi_slope(15, 16) == make::about(1.0 / 256));
}

TEST_CASE("for 12 heads the first 8 have the slopes of 8, the others every other slope of 16") {
    for (Index head = 0; head < 8; ++head)
        CHECK(alibi_slope(head, 12) == make::about(alibi_slope(head, 8)));
    for (Index head = 8; head < 12; ++head)
        CHECK(alibi_slope(head, 12) == make::about(alibi_slope(2 * (head - 8), 16)));
    CHECK(alibi_slope(2, 3) == make::about(0.25)); // 2^−2 of four heads
}

TEST_CASE("under a causal mask ALiBi subtracts the published penalties: 0 for the word itself, one slope "
          "more a word back") {
    const make::Sizes sizes{.n = 4, .heads = 8};
    const Trace t = make::trace(sizes, {.mask = {.causal = true}, .bias = {.alibi = true}});
    const Matrix distances{{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 1, 0, 0}, {3, 2, 1, 0}};
    const BoolMatrix seen = causal_mask(4, 4);
    for (Index head = 0; head < 8; ++head) {
        const HeadTrace& h = t.heads[static_cast<std::size_t>(head)];
        const Matrix penalty = seen.select(h.scaled - h.biased, Matrix::Zero(4, 4));
        CHECK(is_close(penalty, distances * std::ldexp(1.0F, -1 - static_cast<int>(head)), 1e-6));
    }
}

TEST_CASE("without a mask the penalty grows on both sides") {
    const Matrix b = biased_scores(Matrix::Zero(3, 3), {.slope = 0.5F});
    CHECK(b == Matrix{{0, -0.5F, -1}, {-0.5F, 0, -0.5F}, {-1, -0.5F, 0}});
}

TEST_CASE("the penalty counts from the place of the query: after past keys, or at the lower right") {
    const make::Sizes cross{.n = 2, .m = 5};
    CHECK(biased_scores(Matrix::Zero(2, 4), {.slope = 1, .first_place = 2}) ==
          Matrix{{-2, -1, 0, -1}, {-3, -2, -1, 0}});
    Options options{.bias = {.alibi = true}};
    const auto nearest = [&](const make::Sizes& sizes) {
        const HeadTrace h = make::trace(sizes, options).heads[0];
        std::vector<Index> keys(static_cast<std::size_t>(sizes.n));
        for (Index i = 0; i < sizes.n; ++i)
            (h.biased - h.scaled).row(i).maxCoeff(&keys[static_cast<std::size_t>(i)]);
        return keys;
    };
    CHECK(nearest(cross) == std::vector<Index>{0, 1});
    CHECK(nearest({.n = 2, .past = 3}) == std::vector<Index>{3, 4});
    options.mask.alignment = Alignment::lower_right;
    CHECK(nearest(cross) == std::vector<Index>{3, 4});
}

TEST_CASE("a bias is added to the scaled scores, one for all heads or each head's own") {
    const Matrix one = make::matrix(5, 5, 31), other = make::matrix(5, 5, 32);
    const Trace common = make::trace({}, {.bias = {.given = {one}}});
    const Trace own = make::trace({}, {.bias = {.given = {one, other}}});
    for (const HeadTrace& h : common.heads)
        CHECK(is_close(h.biased, h.scaled + one));
    CHECK(is_close(own.heads[0].biased, own.heads[0].scaled + one));
    CHECK(is_close(own.heads[1].biased, own.heads[1].scaled + other));
}

TEST_CASE("a bias given beside ALiBi is added to it") {
    const Matrix given = make::matrix(5, 5, 31);
    const Trace alone = make::trace({}, {.bias = {.alibi = true}});
    const Trace both = make::trace({}, {.bias = {.given = {given}, .alibi = true}});
    CHECK(is_close(both.heads[1].biased, alone.heads[1].biased + given));
}

TEST_CASE(
    "the same number in a whole row of the bias changes no weight, and a column shifts all queries alike") {
    Matrix rows(5, 5);
    for (Index i = 0; i < 5; ++i)
        rows.row(i).setConstant(static_cast<float>(i) - 2);
    CHECK(is_close(weights({.bias = {.given = {rows}}}), weights({})));
    const Matrix column = rows.transpose();
    CHECK(make::differs(weights({.bias = {.given = {column}}}), weights({}), 0.1));
}

TEST_CASE("−∞ in a bias forbids a key as a mask does; where it forbids all, weights and output are 0") {
    Mask mask;
    mask.given = BoolMatrix::Constant(5, 5, true);
    mask.given(0, 1) = mask.given(3, 4) = false;
    mask.given.row(2).setConstant(false);
    const Matrix bias = mask.given.select(Matrix::Zero(5, 5), minus_infinity);
    const make::Sizes sizes{.d_out = 0};
    const Trace by_bias = make::trace(sizes, {.bias = {.given = {bias}}}),
                by_mask = make::trace(sizes, {.mask = mask});
    CHECK(by_bias.heads[1].weights == by_mask.heads[1].weights);
    CHECK(make::is_zero(by_bias.output.row(2)));
    CHECK(make::differs(by_bias.output.row(1), by_bias.output.row(2), 0.01));
}

TEST_CASE("the bias comes after the softcap, which does not bend it") {
    const Trace t = make::trace({}, {.softcap = 0.5F, .bias = {.given = {Matrix::Constant(5, 5, 20)}}});
    const HeadTrace& h = t.heads[0];
    CHECK(is_close(h.biased, h.capped.array() + 20));
    CHECK(make::smallest(h.biased) > 19);
}
