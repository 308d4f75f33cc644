#include "base/number_text.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace base;

TEST_CASE("the shortest text reads back as the same number") {
    CHECK(shortest(0.1F) == "0.1");
    CHECK(shortest(-2.5) == "-2.5");
    for (const float number : {1.0F / 3, 1e-30F, 123456.78F, std::numeric_limits<float>::max(),
                               std::numeric_limits<float>::denorm_min()})
        CHECK(float_in(shortest(number)) == number);
}

TEST_CASE("decimals are rounded from the number itself, to even only when it lies exactly between") {
    CHECK(fixed(2.675, 2) == "2.67"); // the double is a little less than 2.675
    CHECK(fixed(0.125, 2) == "0.12");
    CHECK(fixed(-0.004, 2) == "-0.00");
    CHECK(fixed(1e20, 0) == "100000000000000000000");
    CHECK(scientific(123456, 1) == "1.2e+05");
}

TEST_CASE("percent have a decimal only where a whole number would say too little") {
    CHECK(percent(0.424) == "42");
    CHECK(percent(0.0194) == "1.9");
    CHECK(percent(0.05) == "5");
    CHECK(percent(0.9972) == "99.7");
    CHECK(percent(1.184) == "118");
}

TEST_CASE("only nothing is 0 percent, and only all of it is 100") {
    CHECK(percent(0) == "0");
    CHECK(percent(1e-9) == "<0.1");
    CHECK(percent(0.9996) == ">99.9");
    CHECK(percent(1) == "100");
}

TEST_CASE("a plain number has no exponent, however large or small") {
    CHECK(plain(1e21) == "1000000000000000000000");
    CHECK(plain(2.5e-7) == "0.00000025");
    CHECK(plain(std::numeric_limits<double>::max()).size() == 309);
    CHECK(plain(std::numeric_limits<double>::denorm_min()).size() > 300);
}

TEST_CASE("only a text that is a number through and through is one") {
    CHECK(float_in("-0.5") == -0.5F);
    CHECK(float_in("1e3") == 1000);
    CHECK(whole_in("-12") == -12);
    for (const char* text : {"", " 1", "1 ", "1x", "x", "0x10", "--1", "+1", "1,5"}) {
        CAPTURE(text);
        CHECK_FALSE(float_in(text));
        CHECK_FALSE(whole_in(text));
    }
    CHECK_FALSE(whole_in("1.5"));
    CHECK_FALSE(whole_in("99999999999999999999"));
    CHECK_FALSE(float_in("1e99"));
}
