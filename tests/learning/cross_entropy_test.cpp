#include "learning/cross_entropy.h"

#include "close.h"
#include "learning/differences.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

using namespace learning;
using make::doubles, make::is_gradient, make::is_rounded;

TEST_CASE("equal logits cost the logarithm of the number of classes") {
    CrossEntropy<double> result;
    cross_entropy(MatrixOf<double>::Constant(3, 20, 4), std::vector{0, 5, 19}, result);
    CHECK(result.loss == make::about(std::log(20)));
    CHECK(make::is_constant(result.probability, 1.0 / 20, 1e-12));
}

TEST_CASE("the gradient is that of finite differences, also where rows do not count") {
    for (const std::vector<int>& targets : {std::vector{1, 0, 6, 3}, std::vector{1, -1, 6, -1}}) {
        MatrixOf<double> logits = 3 * doubles(4, 7, 1);
        CrossEntropy<double> result, measured;
        cross_entropy(logits, targets, result);
        CHECK(is_gradient(result.g_logits, logits, [&] {
            cross_entropy(logits, targets, measured);
            return measured.loss;
        }));
    }
}

TEST_CASE("the loss is the mean over the rows that count; the others have no gradient") {
    const MatrixOf<double> logits = doubles(3, 5, 1);
    CrossEntropy<double> some, alone;
    cross_entropy(logits, std::vector{-1, 2, -1}, some);
    cross_entropy(logits.middleRows(1, 1), std::vector{2}, alone);
    CHECK(some.counted == 1);
    CHECK(some.loss == make::about(alone.loss));
    CHECK(make::is_close(some.g_logits.row(1), alone.g_logits.row(0), make::of_largest(1e-12)));
    CHECK(make::is_zero(some.g_logits.row(0)));
    CHECK(make::is_zero(some.probability.row(2)));
}

TEST_CASE("when no row counts, the loss is 0 and nothing is learned") {
    CrossEntropy<float> result;
    cross_entropy(make::matrix(2, 3, 1), std::vector{-1, -1}, result);
    CHECK(result.counted == 0);
    CHECK(result.loss == 0);
    CHECK(make::is_zero(result.g_logits));
}

TEST_CASE("logits far apart cost their difference, not infinity") {
    CrossEntropy<float> result;
    cross_entropy(MatrixOf<float>{{1e5F, -1e5F, 0}}, std::vector{1}, result);
    CHECK(result.loss == 2e5);
    CHECK(result.g_logits == MatrixOf<float>{{1, -1, 0}});
}

TEST_CASE("a logit that is NaN makes the loss NaN") {
    for (const Index classes : {3, 160}) {
        MatrixOf<float> logits = make::matrix(2, classes, 1);
        CrossEntropy<float> result;
        logits(1, 2) = std::numeric_limits<float>::quiet_NaN();
        cross_entropy(logits, std::vector{0, 0}, result);
        CHECK(std::isnan(result.loss));
        logits.setConstant(std::numeric_limits<float>::quiet_NaN());
        cross_entropy(logits, std::vector{0, 0}, result);
        CHECK(std::isnan(result.loss));
    }
}

TEST_CASE("floats give the doubles' numbers") {
    const std::vector<int> targets = {1, 0, 6, -1};
    const MatrixOf<double> logits = 3 * doubles(4, 7, 1);
    CrossEntropy<double> expected;
    CrossEntropy<float> result;
    cross_entropy(logits, targets, expected);
    cross_entropy(logits.cast<float>(), targets, result);
    CHECK(result.loss == make::about(expected.loss).share(1e-5));
    CHECK(is_rounded(result.probability, expected.probability));
    CHECK(is_rounded(result.g_logits, expected.g_logits));
}
