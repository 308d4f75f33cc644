#include "attention/scale.h"

#include "attention/make.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace attention;

TEST_CASE("what the scores are divided by") {
    CHECK(divisor({ScaleKind::sqrt_dk}, 64, 512) == 8);
    CHECK(divisor({ScaleKind::sqrt_dmodel}, 16, 64) == 8);
    CHECK(divisor({ScaleKind::none}, 64, 512) == 1);
    CHECK(divisor({ScaleKind::number, 2.5F}, 64, 512) == 2.5F);
}

TEST_CASE("a scale is known by its name; a number has none") {
    for (const ScaleKind kind : {ScaleKind::sqrt_dk, ScaleKind::none, ScaleKind::sqrt_dmodel})
        CHECK(scale_named(key(kind)) == kind);
    CHECK_FALSE(scale_named("number"));
    CHECK_FALSE(scale_named(""));
}

TEST_CASE("√d_k gives the scores of random queries and keys the variance of their numbers") {
    const Index d_k = 64;
    const Matrix q = make::matrix(200, d_k, 1) * std::sqrt(3.0F),
                 k = make::matrix(200, d_k, 2) * std::sqrt(3.0F);
    const Matrix s = q * k.transpose() / divisor({}, d_k, 512);
    CHECK(s.array().square().mean() == doctest::Approx(1).epsilon(0.05));
}
