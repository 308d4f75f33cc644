#include "attention/scale.h"

#include "attention/make.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace attention;

TEST_CASE("what the scores are divided by") {
    CHECK(divisor({ScaleKind::sqrt_dk}, 64, 512) == 8);
    CHECK(divisor({ScaleKind::sqrt_dmodel}, 16, 64) == 8);
    CHECK(divisor({ScaleKind::none}, 64, 512) == 1);
    CHECK(divisor({ScaleKind::number, 2.5F}, 64, 512) == 2.5F);
}

TEST_CASE("a divisor that is the root of a width has a symbol; others have none") {
    CHECK(divisor_symbol(ScaleKind::sqrt_dk) == "√d_k");
    CHECK(divisor_symbol(ScaleKind::sqrt_dmodel) == "√d_model");
    CHECK(divisor_symbol(ScaleKind::none).empty());
    CHECK(divisor_symbol(ScaleKind::number).empty());
}

TEST_CASE("a scale is known by its name; a number has none") {
    for (const ScaleForm& form : scale_forms())
        if (form.kind != ScaleKind::number) CHECK(scale_named(form.key) == form.kind);
    CHECK_FALSE(scale_named("number"));
    CHECK_FALSE(scale_named(""));
}

TEST_CASE("√d_k gives the scores of random queries and keys the variance of their numbers") {
    const Index d_k = 64;
    const Matrix q = make::matrix(200, d_k, 1) * std::sqrt(3.0F),
                 k = make::matrix(200, d_k, 2) * std::sqrt(3.0F);
    const Matrix s = q * k.transpose() / divisor({}, d_k, 512);
    CHECK(s.array().square().mean() == make::about(1).share(0.05));
}
