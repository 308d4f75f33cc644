#include "attention/rotary.h"

#include "attention/make.h"
#include "attention/score.h"
#include "attention/trace.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace attention;
using make::is_close;

TEST_CASE("a pair of columns turns by hand: one place on, one radian") {
    const auto c = static_cast<float>(std::cos(1.0)), s = static_cast<float>(std::sin(1.0));
    CHECK(is_close(rotated(Matrix{{1, 0}}, {}, 1), Matrix{{c, s}}));
    CHECK(is_close(rotated(Matrix{{0, 1}}, {}, 1), Matrix{{-s, c}}));
    CHECK(rotated(Matrix{{3, 4}}, {}, 0) == Matrix{{3, 4}});
}

TEST_CASE("pairs are neighbours, or lie half the width apart; each is slower than the one before") {
    const Matrix ones{{1, 0, 1, 0}};
    const auto c = [](double angle) { return static_cast<float>(std::cos(angle)); };
    const auto s = [](double angle) { return static_cast<float>(std::sin(angle)); };
    const Rotary neighbours{.base = 100, .interleaved = true}, halves{.base = 100};
    CHECK(is_close(rotated(ones, neighbours, 3), Matrix{{c(3), s(3), c(0.3), s(0.3)}}));
    // Columns 0 and 2 are a pair, 1 and 3 the next: (1, 1) at 3 radians, (0, 0).
    CHECK(is_close(rotated(ones, halves, 3), Matrix{{c(3) - s(3), 0, c(3) + s(3), 0}}));
}

TEST_CASE("both kinds of pairs are the same with the columns in another order") {
    const Matrix a = make::matrix(6, 8, 1);
    Matrix sorted(6, 8), expected(6, 8);
    for (Index j = 0; j < 4; ++j) {
        sorted.col(j) = a.col(2 * j);
        sorted.col(j + 4) = a.col(2 * j + 1);
    }
    const Matrix interleaved = rotated(a, {.interleaved = true}, 5);
    for (Index j = 0; j < 4; ++j) {
        expected.col(j) = interleaved.col(2 * j);
        expected.col(j + 4) = interleaved.col(2 * j + 1);
    }
    CHECK(is_close(rotated(sorted, {}, 5), expected, 1e-6));
}

TEST_CASE("a turned row keeps its length, and row i of a block stands i places on") {
    const Matrix a = make::matrix(4, 6, 2), turned = rotated(a, {}, 100);
    CHECK(is_close(turned.rowwise().norm(), a.rowwise().norm(), 1e-6));
    for (Index i = 0; i < 4; ++i)
        CHECK(is_close(turned.row(i), rotated(a.row(i), {}, 100 + i), 1e-6));
}

TEST_CASE("the product of a turned query and a turned key depends on the distance alone") {
    const Matrix q = make::matrix(1, 8, 3), k = make::matrix(1, 8, 4);
    for (const bool interleaved : {false, true})
        for (const Index dims : {0, 2, 6}) {
            const Rotary rotary{.base = 500, .dims = dims, .interleaved = interleaved};
            const auto product = [&](Index query, Index key) {
                return rotated(q, rotary, query).row(0).dot(rotated(k, rotary, key).row(0));
            };
            for (const Index shift : {1, 7, 1000})
                CHECK(product(5 + shift, 2 + shift) == make::about(product(5, 2)).within(2e-4));
            CHECK(std::abs(product(5, 2) - product(2, 5)) > 0.001F);
        }
}

TEST_CASE("only the first columns turn where `dims` says so") {
    const Matrix a = make::matrix(5, 7, 5);
    const Matrix part = rotated(a, {.dims = 4}, 3);
    CHECK(part.rightCols(3) == a.rightCols(3));
    CHECK(part.leftCols(4) == rotated(a.leftCols(4), {}, 3));
    CHECK(make::differs(part.leftCols(4), a.leftCols(4), 0.1));
}

TEST_CASE("heads side by side and items one after the other turn as they do alone") {
    const Matrix a = make::matrix(6, 8, 6); // two items of three rows, two heads of four columns
    Matrix together = a;
    rotate_heads(together, 2, {}, 4, 2);
    for (const Index row : {0, 3})
        for (const Index column : {0, 4})
            CHECK(together.block(row, column, 3, 4) == rotated(a.block(row, column, 3, 4), {}, 4));
}

TEST_CASE("what turns a column: its partner, the angle and the sign") {
    const Rotary rotary{.base = 100, .dims = 4};
    const Turn first = turn_of(rotary, 6, 3, 1), second = turn_of(rotary, 6, 3, 3),
               none = turn_of(rotary, 6, 3, 4);
    CHECK(first.partner == 3);
    CHECK(first.angle == make::about(0.3));
    CHECK(first.sign == -1);
    CHECK(second.partner == 1);
    CHECK(second.angle == make::about(0.3));
    CHECK(second.sign == 1);
    CHECK(first.turns);
    CHECK_FALSE(none.turns);
    CHECK(turn_of({.interleaved = true}, 6, 1, 4).partner == 5);
    CHECK(turn_of({.interleaved = true}, 6, 1, 5).partner == 4);
}

TEST_CASE("turns are slowed as a whole, or the slow ones alone") {
    const auto angle = [](Index column, const attention::SlowerTurns& slower) {
        return turn_of({.base = 10000, .slower = slower}, 8, 1, column).angle; // 1, 0.1, 0.01 and 0.001
    };
    for (const Index column : {0, 1, 2, 3})
        CHECK(angle(column, {.factor = 4}) == make::about(angle(column, {}) / 4));
    // In 1000 words the pairs turn 159, 15.9, 1.59 and 0.159 times: one is between 1 and 4.
    const attention::SlowerTurns slow{.factor = 8, .trained = 1000, .slow = 1, .fast = 4};
    CHECK(angle(0, slow) == make::about(1));
    CHECK(angle(1, slow) == make::about(0.1));
    const double kept = (10 / (2 * std::numbers::pi) - 1) / 3;
    CHECK(angle(2, slow) == make::about(kept * 0.01 + (1 - kept) * 0.01 / 8));
    CHECK(angle(3, slow) == make::about(0.001 / 8));
}

TEST_CASE("far from the start the angle is still that of its place") {
    const Index place = 1000000;
    const double angle = std::fmod(static_cast<double>(place), 2 * std::numbers::pi);
    CHECK(is_close(rotated(Matrix{{1, 0}}, {}, place),
                   Matrix{{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))}}));
}

TEST_CASE("in a pass queries and keys are turned, values are not, and new words stand after the past ones") {
    const make::Sizes sizes{.past = 3};
    const Trace t = make::trace(sizes, {.rotary = Rotary{}});
    const HeadTrace& h = t.heads[1];
    CHECK(h.q_rotated == rotated(h.q, {}, 3));
    CHECK(h.k_rotated == rotated(h.k, {}, 3));
    CHECK(h.present_k.bottomRows(5) == h.k_rotated);
    CHECK(h.present_k.topRows(3) == t.input.past_k.rightCols(4)); // as handed in
    CHECK(h.present_v.bottomRows(5) == h.v);
    CHECK(is_close(h.scores, dot_scores(h.q_rotated, h.present_k), 1e-6));
}

TEST_CASE("all words some places further on attend as before") {
    // The same five words after none, or after three that nobody may see.
    const make::Sizes later{.past = 3};
    Input shifted = make::input(later), start = shifted;
    start.past_k = start.past_v = {};
    const Options options{.rotary = Rotary{.base = 50}};
    Options without_past = options;
    without_past.mask.key_padding = {0, 0, 0, 1, 1, 1, 1, 1};
    CHECK(is_close(trace(shifted, make::layer(later), without_past).output,
                   trace(start, make::layer(later), options).output));
}
