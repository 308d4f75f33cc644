#include "attention/written.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <doctest/doctest.h>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace attention;

namespace {

std::string fixed(float value, int decimals) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.*f", decimals, static_cast<double>(value));
    return digits;
}

std::string text(Operation operation, const std::vector<float>& operands, float result) {
    const WrittenEquation w = written(operation, operands, result);
    std::string all;
    for (const float operand : operands) {
        const char* const signs[] = {" + ", " − ", " × ", " ÷ "};
        all += (all.empty() ? "" : signs[static_cast<int>(operation)]) + fixed(operand, w.decimals);
    }
    return all + " " + std::string(w.sign()) + " " + fixed(result, w.result_decimals);
}

/// A written number, counted in hundred-millionths.
std::int64_t counted(const std::string& number) {
    return std::llround(std::stold(number) * 1e8L);
}

} // namespace

TEST_CASE("an equation comes out when its written digits do") {
    const auto out = [](Operation operation, std::vector<std::string> operands, const char* result) {
        return comes_out(operation, operands, result);
    };
    CHECK(out(Operation::add, {"0.85", "0.12", "0.00", "0.03"}, "1.00"));
    CHECK_FALSE(out(Operation::add, {"0.85", "0.12", "0.00", "0.02"}, "1.00"));
    CHECK(out(Operation::add, {"1.5", "−0.25"}, "1.25"));
    CHECK(out(Operation::subtract, {"0.63", "−0.1"}, "0.73"));
    CHECK_FALSE(out(Operation::subtract, {"0.63", "0.11"}, "0.53"));
    CHECK(out(Operation::multiply, {"−0.5", "3"}, "-1.50"));
    CHECK(out(Operation::divide, {"1", "8"}, "0.125"));
    CHECK_FALSE(out(Operation::divide, {"1", "8"}, "0.12"));
    CHECK_FALSE(out(Operation::divide, {"2.27", "2"}, "1.13"));
    CHECK_FALSE(out(Operation::divide, {"1", "0"}, "0"));
    CHECK_FALSE(out(Operation::add, {"1", "−∞"}, "−∞"));
    CHECK_FALSE(out(Operation::multiply, {"1.2e5", "2"}, "2.4e5"));
}

TEST_CASE("an equation gets the digits that it needs, or says that it is rounded") {
    CHECK(text(Operation::divide, {7.98F, 2}, 3.99F) == "7.98 ÷ 2.00 = 3.99");
    CHECK(text(Operation::divide, {1, 8}, 0.125F) == "1.00 ÷ 8.00 = 0.125");
    CHECK(text(Operation::divide, {1, 3}, 1.0F / 3) == "1.00 ÷ 3.00 ≈ 0.33");
    CHECK(text(Operation::divide, {2.27F, 2}, 1.135F) == "2.27 ÷ 2.00 = 1.135");
    CHECK(text(Operation::add, {0.854F, 0.122F, 0.0041F, 0.0199F}, 1) ==
          "0.854 + 0.122 + 0.004 + 0.020 = 1.000");
    CHECK(text(Operation::add, {0.25F, -0.5F}, -0.25F) == "0.25 + -0.50 = -0.25");
    CHECK(text(Operation::multiply, {0.55F, 0.35F}, 0.1925F) == "0.55 × 0.35 = 0.1925");
    CHECK(text(Operation::multiply, {1e7F, 2}, 2e7F).find("≈") != std::string::npos);
}

TEST_CASE("whatever is shown is true in its digits, or carries the sign that says it is rounded") {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> any(-9, 9);
    std::uniform_int_distribution<int> length(2, 6), hundredths(-900, 900);
    int exact = 0, rounded = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto operation = static_cast<Operation>(i % 4);
        // Half of them like hand-set numbers, with two digits, half of them like learned ones.
        const auto number = [&] {
            return i / 4 % 2 == 0 ? any(random) : static_cast<float>(hundredths(random)) / 100;
        };
        std::vector<float> operands;
        const int count = operation == Operation::add ? length(random) : 2;
        for (int j = 0; j < count; ++j)
            operands.push_back(number());
        if (operation == Operation::divide && operands[1] == 0) operands[1] = 2;
        double result = operation == Operation::add ? 0 : static_cast<double>(operands[0]);
        if (operation == Operation::multiply) result *= static_cast<double>(operands[1]);
        if (operation == Operation::divide) result /= static_cast<double>(operands[1]);
        if (operation == Operation::subtract) result -= static_cast<double>(operands[1]);
        if (operation == Operation::add)
            for (const float operand : operands)
                result += static_cast<double>(operand);

        const WrittenEquation w = written(operation, operands, static_cast<float>(result));
        CHECK(w.decimals >= 2);
        CHECK(w.result_decimals <= 4);
        std::vector<std::int64_t> read;
        for (const float operand : operands)
            read.push_back(counted(fixed(operand, w.decimals)));
        const std::int64_t right = counted(fixed(static_cast<float>(result), w.result_decimals));
        bool holds =
            false; // in whole numbers of hundred-millionths; both sides of a product in their squares
        if (operation == Operation::add) {
            std::int64_t sum = 0;
            for (const std::int64_t one : read)
                sum += one;
            holds = sum == right;
        } else if (operation == Operation::subtract) {
            holds = read[0] - read[1] == right;
        } else if (operation == Operation::multiply) {
            holds = read[0] / 10'000 * (read[1] / 10'000) == right;
        } else {
            holds = read[0] == right / 10'000 * (read[1] / 10'000);
        }
        CAPTURE(text(operation, operands, static_cast<float>(result)));
        if (w.exact) CHECK(holds);
        ++(w.exact ? exact : rounded);
    }
    CHECK(exact > 500);
    CHECK(rounded > 500);
}

TEST_CASE("a table of products has the digits with which all of it comes out") {
    const std::vector<Term> neat{{0, 0.6F, 2.8F, 1.68F, 1.68F}, {1, 0.5F, 0.1F, 0.05F, 1.73F}};
    WrittenTerms w = written_terms(neat, {}, 1.73F);
    CHECK(w.product_decimals == 2);
    CHECK(w.products_exact);
    CHECK(w.sum_exact);

    const std::vector<Term> longer{{0, 0.55F, 0.35F, 0.1925F, 0.1925F}, {1, 0.5F, 0.1F, 0.05F, 0.2425F}};
    const std::array bias{1.0F};
    w = written_terms(longer, bias, 1.2425F);
    CHECK(w.product_decimals == 4);
    CHECK(w.products_exact);
    CHECK(w.sum_exact);

    const std::vector<Term> learned{{0, 0.12345F, 0.54321F, 0.0670593F, 0.0670593F}};
    w = written_terms(learned, {}, 0.0670593F);
    CHECK(w.product_decimals == 2);
    CHECK_FALSE(w.products_exact);
    CHECK(w.sum_exact);
}

TEST_CASE("small terms get the digits with which they are not all written as 0") {
    CHECK(readable_decimals(0) == 2);
    CHECK(readable_decimals(-0.3F) == 2);
    CHECK(readable_decimals(0.0079F) == 3);
    CHECK(readable_decimals(0.0003F) == 4);
    CHECK(readable_decimals(1e-7F) == 4);
    const std::vector<Term> terms(500, {.left = 0.002F, .right = 1, .product = 0.002F});
    CHECK(readable_terms(terms).left_decimals == 3);
    CHECK(readable_terms(terms).right_decimals == 2);
    const WrittenTerms w = written_terms(terms, {}, 1);
    CHECK(w.left_decimals == 3);
    CHECK(w.product_decimals == 3);
    CHECK(w.products_exact);
    CHECK(w.sum_exact);
    CHECK(text(Operation::divide, {0.002F, 0.9F}, 0.0022222F) == "0.002 ÷ 0.900 ≈ 0.002");
}
