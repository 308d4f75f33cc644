#include "drawing/equation_text.h"

#include <doctest/doctest.h>

#include <array>
#include <limits>

using attention::Operation;
using drawing::equation_text;

TEST_CASE("an equation is written with the digits that it needs") {
    CHECK(equation_text(Operation::divide, std::array{1.0F, 8.0F}, 0.125F) == "1.00 ÷ 8.00 = 0.125");
    CHECK(equation_text(Operation::divide, std::array{1.0F, 3.0F}, 1.0F / 3) == "1.00 ÷ 3.00 ≈ 0.33");
    CHECK(equation_text(Operation::divide, std::array{1.0F, 3.0F}, 1.0F / 3, 3) == "1.000 ÷ 3.000 ≈ 0.333");
}

TEST_CASE("a negative number is taken away from a sum, and stands in brackets elsewhere") {
    CHECK(equation_text(Operation::add, std::array{0.5F, -0.25F, 1.0F}, 1.25F) ==
          "0.50 − 0.25 + 1.00 = 1.25");
    CHECK(equation_text(Operation::subtract, std::array{0.63F, -0.1F}, 0.73F) == "0.63 − (−0.10) = 0.73");
    CHECK(equation_text(Operation::multiply, std::array{2.0F, -0.5F}, -1.0F) == "2.00 × (−0.50) = −1.00");
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(equation_text(Operation::subtract, std::array{0.5F, -infinity}, infinity) == "0.50 − (−∞) = ∞");
}
