#include "drawing/clock_text.h"

#include <doctest/doctest.h>

using namespace drawing;

TEST_CASE("a time is written in the unit in which it has one to three digits before the point") {
    CHECK(clock_text(4.123e-8, 4.123e-8) == "41.2 ns");
    CHECK(clock_text(1.3e-6, 1.3e-6) == "1.30 µs");
    CHECK(clock_text(0.0412, 0.0412) == "41.2 ms");
    CHECK(clock_text(2, 2) == "2.00 s");
    CHECK(clock_text(75, 75) == "75.0 s");
    CHECK(clock_text(0, 0) == "0.00 ns");
}

TEST_CASE("rounding never gives four digits") {
    CHECK(clock_text(999.6e-6, 999.6e-6) == "1.00 ms");
    CHECK(clock_text(9.996e-3, 9.996e-3) == "10.0 ms");
}

TEST_CASE("a running clock keeps the unit and the decimals of its end") {
    CHECK(clock_text(0, 1.3e-3) == "0.00 ms");
    CHECK(clock_text(-0.0, 1.3e-3) == "0.00 ms");
    CHECK(clock_text(7e-6, 41.2e-6) == "7.0 µs");
    CHECK(clock_text(1.234e-3, 0.25) == "1 ms");
}

TEST_CASE("a whole number has its digits in groups of three") {
    CHECK(whole_text(5) == "5");
    CHECK(whole_text(4096) == "4096");
    CHECK(whole_text(20'000) == "20\u2009000");
    CHECK(whole_text(123'456) == "123\u2009456");
    CHECK(whole_text(2e6) == "2\u2009000\u2009000");
}
