#include "attention/running_softmax.h"

#include "attention/make.h"
#include "attention/softmax.h"
#include "base/every_instruction_set.h"
#include "close.h"

#include <doctest/doctest.h>

#include <limits>

using namespace attention;

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// The weights of one row of scores that arrive in pieces of `piece` keys.
Matrix in_pieces(const Matrix& scores, Index piece) {
    Matrix e = scores;
    RunningRow row{minus_infinity, 0};
    for (Index first = 0; first < e.cols(); first += piece) {
        const Index count = std::min(piece, e.cols() - first);
        const float shrink = accumulate(e.data() + first, count, row);
        rescale(e.data(), first, shrink);
    }
    return row.l > 0 ? Matrix(e / row.l) : e;
}

} // namespace

TEST_CASE("a row that arrives piece by piece has the weights of the whole row") {
    with_every_instruction_set([] {
        for (const Index count : {1, 2, 15, 16, 17, 31, 33, 64, 100})
            for (const Index piece : {1, 7, 16, 40, 100}) {
                const Matrix scores = 10 * make::matrix(1, count, static_cast<unsigned>(count));
                CAPTURE(count);
                CAPTURE(piece);
                CHECK(make::is_close(in_pieces(scores, piece), softmax(scores).weights, 1e-6F));
            }
    });
}

TEST_CASE("forbidden keys and keys far below the largest weigh nothing, without slow numbers in between") {
    Matrix scores = Matrix::Constant(1, 40, minus_infinity);
    CHECK(make::is_zero(in_pieces(scores, 16)));
    scores(0, 3) = 100;
    scores(0, 20) = 100 - 88; // exp of it would be smaller than the smallest normal float
    scores(0, 39) = 99;
    const Matrix weights = in_pieces(scores, 16);
    CHECK(weights(0, 20) == 0);
    CHECK(weights(0, 0) == 0);
    CHECK(weights.sum() == make::about(1));
    CHECK(make::is_close(weights, softmax(scores).weights, 1e-6F));
}

TEST_CASE("two parts of a row add up to the row") {
    Matrix whole = 10 * make::matrix(1, 40, 1), part = whole.rightCols(25);
    RunningRow all{minus_infinity, 0}, a = all, b = all;
    Matrix first = whole.leftCols(15);
    (void)accumulate(first.data(), 15, a);
    (void)accumulate(part.data(), 25, b);
    (void)accumulate(whole.data(), 40, all);
    const float m = std::max(a.m, b.m);
    CHECK(m == all.m);
    CHECK(shrink_to(m, a) * a.l + shrink_to(m, b) * b.l == make::about(all.l));
    CHECK(shrink_to(m, {minus_infinity, 0}) == 0);
    CHECK(shrink_to(minus_infinity, {minus_infinity, 0}) == 0);
}

TEST_CASE("a larger score makes everything before it shrink") {
    RunningRow row{minus_infinity, 0};
    Matrix first{{1, 2}}, second{{4, 0}};
    CHECK(accumulate(first.data(), 2, row) == 0); // nothing was summed up before
    CHECK(row.m == 2);
    CHECK(accumulate(second.data(), 2, row) == make::about(std::exp(-2.0)));
    CHECK(row.m == 4);
    Matrix third{{1, 1}};
    CHECK(accumulate(third.data(), 2, row) == 1);
}
