#include "base/half.h"

#include "every_instruction_set.h"
#include "guarded.h"

#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <numeric>
#include <vector>

namespace {

float bfloat16(std::uint16_t bits) {
    float number = -1;
    base::widen_bfloat16(&bits, 1, &number);
    return number;
}

float float16(std::uint16_t bits) {
    float number = -1;
    base::widen_float16(&bits, 1, &number);
    return number;
}

constexpr float infinity = std::numeric_limits<float>::infinity();

/// By the definition of IEEE 754.
float float16_by_definition(unsigned bits) {
    const int exponent = static_cast<int>(bits >> 10U & 31U);
    const float fraction = static_cast<float>(bits & 1023U) / 1024, sign = (bits & 0x8000U) != 0 ? -1 : 1;
    return sign * (exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15));
}

} // namespace

TEST_CASE("every finite float16 is the number that its bits say, alone and among others") {
    std::vector<std::uint16_t> all(0x10000);
    std::iota(all.begin(), all.end(), std::uint16_t{0});
    with_every_instruction_set([&] {
        std::vector<float> together(all.size());
        base::widen_float16(all.data(), all.size(), together.data());
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            if ((bits & 0x7C00U) == 0x7C00U) continue;
            const auto expected = std::bit_cast<std::uint32_t>(float16_by_definition(bits));
            REQUIRE(std::bit_cast<std::uint32_t>(float16(static_cast<std::uint16_t>(bits))) == expected);
            REQUIRE(std::bit_cast<std::uint32_t>(together[bits]) == expected);
        }
        CHECK(together[0x7C00] == infinity);
        CHECK(together[0xFC00] == -infinity);
        CHECK(std::isnan(together[0x7E01]));
        CHECK(float16(0x7C00) == infinity);
        CHECK(float16(0xFC00) == -infinity);
        CHECK(std::isnan(float16(0x7E01)));
    });
}

TEST_CASE("bfloat16 is the upper half of a float") {
    with_every_instruction_set([] {
        std::vector<std::uint16_t> all(0x10000);
        std::iota(all.begin(), all.end(), std::uint16_t{0});
        std::vector<float> wide(all.size());
        base::widen_bfloat16(all.data(), all.size(), wide.data());
        for (unsigned bits = 0; bits < 0x10000; ++bits)
            REQUIRE(std::bit_cast<std::uint32_t>(wide[bits]) == bits << 16U);
    });
    CHECK(bfloat16(0x3F80) == 1);
    CHECK(bfloat16(0xC040) == -3);
    CHECK(bfloat16(0x0001) == std::ldexp(1.0F, -133)); // subnormal
    CHECK(bfloat16(0x7F80) == infinity);
    CHECK(std::isnan(bfloat16(0x7FC0)));
}

TEST_CASE("as many numbers as were asked for are written, and no more are read") {
    for (std::size_t count = 0; count <= 70; ++count) {
        const GuardedPages pages(count * sizeof(std::uint16_t));
        auto* const from = reinterpret_cast<std::uint16_t*>(pages.end()) - count;
        std::vector<float> to(count + 1, -1);
        for (std::size_t i = 0; i < count; ++i)
            from[i] = static_cast<std::uint16_t>(0x3C00U + i);
        base::widen_float16(from, count, to.data());
        for (std::size_t i = 0; i < count; ++i)
            CHECK(to[i] == 1 + static_cast<float>(i) / 1024);
        base::widen_bfloat16(from, count, to.data());
        for (std::size_t i = 0; i < count; ++i)
            CHECK(to[i] == bfloat16(from[i]));
        CHECK(to[count] == -1);
    }
}
