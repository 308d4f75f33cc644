#include "attention/softmax.h"

#include "attention/make.h"
#include "base/every_instruction_set.h"
#include "close.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace attention;
using make::is_close;

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

} // namespace

TEST_CASE("scores 0.1, 0.9, 0.3 become weights 0.225, 0.500, 0.275") {
    // Not 0.15, 0.70, 0.15, as is sometimes claimed: equal weights need equal scores.
    CHECK(is_close(softmax(Matrix{{0.1F, 0.9F, 0.3F}}).weights, Matrix{{0.2249F, 0.5005F, 0.2747F}}, 5e-5F));
}

TEST_CASE("every row sums to one, and no weight is negative") {
    for (const Index m : {1, 3, 8, 17, 200}) {
        const Matrix weights = softmax(make::matrix(50, m, 1) * 10).weights;
        for (Index i = 0; i < weights.rows(); ++i)
            CHECK(weights.row(i).sum() == make::about(1).share(1e-6));
        CHECK(make::smallest(weights) >= 0);
    }
}

TEST_CASE("adding the same number to every score of a row changes nothing") {
    const Matrix s = make::matrix(6, 9, 2) * 4;
    const Matrix shifted = s.array() + 3.0F;
    CHECK(is_close(softmax(shifted).weights, softmax(s).weights, 1e-6F));
}

TEST_CASE("multiplying the scores sharpens the distribution: the largest weight grows") {
    const Matrix s = make::matrix(6, 9, 3);
    const Matrix flat = softmax(s).weights, sharp = softmax(s * 5).weights;
    for (Index i = 0; i < s.rows(); ++i)
        CHECK(make::largest(sharp.row(i)) > flat.row(i).maxCoeff());
}

TEST_CASE("the parts make the whole: numerators over denominators, the largest numerator 1") {
    const Matrix s = make::matrix(5, 7, 4) * 3;
    const Softmax parts = softmax(s);
    for (Index i = 0; i < s.rows(); ++i) {
        CHECK(parts.row_max[i] == make::largest(s.row(i)));
        CHECK(make::largest(parts.numerators.row(i)) == 1);
        CHECK(parts.denominators[i] == make::about(parts.numerators.row(i).sum()));
        for (Index j = 0; j < s.cols(); ++j) {
            CHECK(parts.numerators(i, j) == make::about(std::exp(s(i, j) - parts.row_max[i])));
            CHECK(parts.weights(i, j) == parts.numerators(i, j) / parts.denominators[i]);
        }
    }
}

TEST_CASE("scores in the thousands do not overflow") {
    CHECK(softmax(Matrix{{3000, 3000, -3000}}).weights == Matrix{{0.5F, 0.5F, 0}});
}

TEST_CASE("a masked key has weight exactly 0, in a row of any length") {
    for (const Index m : {2, 5, 8, 33}) {
        Matrix s = make::matrix(1, m, 5);
        s(0, m - 1) = minus_infinity;
        const Softmax parts = softmax(s);
        CHECK(parts.weights(0, m - 1) == 0);
        CHECK(parts.numerators(0, m - 1) == 0);
        CHECK(is_close(parts.weights.leftCols(m - 1), softmax(s.leftCols(m - 1)).weights));
    }
}

TEST_CASE("a large negative number masks as −∞ does, until every key of the row has it") {
    CHECK(softmax(Matrix{{1, 2, -1e9F}}).weights == softmax(Matrix{{1, 2, minus_infinity}}).weights);
    CHECK(softmax(Matrix{{-1e9F, -1e9F}}).weights == Matrix{{0.5F, 0.5F}}); // it attends to what is forbidden
    CHECK(softmax(Matrix{{minus_infinity, minus_infinity}}).weights == Matrix{{0, 0}});
}

TEST_CASE("a row without an allowed key has weights, numerators and denominator 0") {
    const Softmax parts = softmax(Matrix{{minus_infinity, minus_infinity}, {0, 0}});
    CHECK(parts.row_max[0] == minus_infinity);
    CHECK(parts.denominators[0] == 0);
    CHECK(make::is_zero(parts.numerators.row(0)));
    CHECK(parts.weights == Matrix{{0, 0}, {0.5F, 0.5F}});
}

TEST_CASE("a score of 0 hides nothing: where all other scores are negative it gets the most") {
    const Matrix weights = softmax(Matrix{{-2, 0, -1}}).weights;
    CHECK(weights(0, 1) > weights(0, 2));
    CHECK(weights(0, 2) > weights(0, 0));
}

TEST_CASE("one key takes all the weight") {
    CHECK(softmax(Matrix{{-7}}).weights == Matrix{{1}});
}

// A sink: one more logit in every row, without a key.

TEST_CASE("a sink by hand: beside scores of 0 and 0, a logit of 0 takes a third") {
    const Softmax parts = softmax(Matrix{{0, 0}}, {}, 0);
    CHECK(make::is_constant(parts.weights, 1.0 / 3, 1e-6));
    CHECK(parts.denominators[0] == make::about(3));
    CHECK(parts.row_max[0] == 0);
}

TEST_CASE("a row beside a sink sums to 1 less the sink's share, and is otherwise the same distribution") {
    const Matrix s = make::matrix(6, 9, 6) * 4;
    const Matrix without = softmax(s).weights;
    for (const float sink : {-3.0F, 0.0F, 5.0F, 40.0F}) {
        const Softmax parts = softmax(s, {}, sink);
        for (Index i = 0; i < s.rows(); ++i) {
            double keys = 0;
            for (Index j = 0; j < s.cols(); ++j)
                keys += std::exp(static_cast<double>(s(i, j) - sink));
            CHECK(parts.weights.row(i).sum() == make::about(keys / (keys + 1)));
            CHECK(is_close(parts.weights.row(i), without.row(i) * parts.weights.row(i).sum(),
                           make::of_largest()));
            CHECK(parts.row_max[i] == std::max(s.row(i).maxCoeff(), sink));
        }
    }
}

TEST_CASE("a sink is what a key with that score and a value of 0 would be") {
    const Matrix s = make::matrix(4, 6, 7) * 3;
    Matrix with_key(4, 7);
    with_key << s, Matrix::Constant(4, 1, 1.5F);
    CHECK(is_close(softmax(s, {}, 1.5F).weights, softmax(with_key).weights.leftCols(6), 1e-6));
}

TEST_CASE("a very low sink takes nothing, a very high one all, and neither overflows") {
    const Matrix s = make::matrix(4, 6, 8) * 3;
    CHECK(softmax(s, {}, no_sink).weights == softmax(s).weights);
    CHECK(softmax(s, {}, -1000).weights == softmax(s).weights);
    CHECK(make::is_zero(softmax(s, {}, 1000).weights));
    CHECK(softmax(s * 1000, {}, -3000).weights == softmax(s * 1000).weights);
}

TEST_CASE("in a row without an allowed key the sink takes all") {
    const Softmax parts = softmax(Matrix{{minus_infinity, minus_infinity}, {minus_infinity, 2}}, {}, 2);
    CHECK(parts.weights == Matrix{{0, 0}, {0, 0.5F}});
    CHECK(parts.denominators[0] == 1);
}

// Rows that arrive block by block.

namespace {

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

// Dropout.

namespace {

Matrix dropped(const Matrix& weights, const Dropout& choice) {
    DropoutDraw draw(choice);
    return drop(weights, choice.rate, draw_kept(weights.rows(), weights.cols(), draw));
}

} // namespace

TEST_CASE("a weight is either dropped or divided by 1 − rate") {
    const Matrix weights = make::matrix(20, 20, 1).cwiseAbs();
    const Matrix result = dropped(weights, {.rate = 0.25F, .seed = 7});
    for (Index i = 0; i < weights.size(); ++i) {
        const float value = result.data()[i];
        CHECK((value == 0 || value == weights.data()[i] / 0.75F));
    }
}

TEST_CASE("dropout keeps the expected value: over many draws the mean stays") {
    const Matrix weights = Matrix::Constant(300, 300, 0.5F);
    for (const float rate : {0.1F, 0.5F, 0.9F}) {
        const Matrix result = dropped(weights, {.rate = rate, .seed = 11});
        CHECK(result.mean() == make::about(0.5).share(0.02));
        const float zeros = (result.array() == 0.0F).cast<float>().mean();
        CHECK(zeros == make::about(rate).share(0.05));
    }
}

TEST_CASE("the same seed drops the same weights, another seed others") {
    const Matrix weights = Matrix::Ones(10, 10);
    CHECK(dropped(weights, {0.5F, 3}) == dropped(weights, {0.5F, 3}));
    CHECK(dropped(weights, {0.5F, 3}) != dropped(weights, {0.5F, 4}));
}
