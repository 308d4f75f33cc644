#include "drawing/unit_text.h"

#include <doctest/doctest.h>

using namespace drawing;

TEST_CASE("a time is written in the unit in which it has one to three digits before the point") {
    CHECK(time_text(4.123e-8) == "41.2 ns");
    CHECK(time_text(1.3e-6) == "1.30 µs");
    CHECK(time_text(0.0412) == "41.2 ms");
    CHECK(time_text(2) == "2.00 s");
    CHECK(time_text(75) == "75.0 s");
    CHECK(time_text(0) == "0.00 ns");
}

TEST_CASE("rounding never gives four digits") {
    CHECK(time_text(999.6e-6) == "1.00 ms");
    CHECK(time_text(9.996e-3) == "10.0 ms");
    CHECK(bytes_text(999'900) == "1.00 MB");
}

TEST_CASE("a running clock keeps the unit and the decimals of its end") {
    CHECK(time_text(0, 1.3e-3) == "0.00 ms");
    CHECK(time_text(7e-6, 41.2e-6) == "7.0 µs");
    CHECK(time_text(1.234e-3, 0.25) == "1 ms");
}

TEST_CASE("bytes count in thousands, single ones are whole") {
    CHECK(bytes_text(0) == "0 B");
    CHECK(bytes_text(256) == "256 B");
    CHECK(bytes_text(5120) == "5.12 kB");
    CHECK(bytes_text(67'108'864) == "67.1 MB");
}

TEST_CASE("counts are spelled out up to a million") {
    CHECK(count_text(1) == "1");
    CHECK(count_text(1024) == "1024");
    CHECK(count_text(20'000) == "20\u2009000");
    CHECK(count_text(204'800) == "204\u2009800");
    CHECK(count_text(1'048'576) == "1.05 M");
    CHECK(count_text(8.6e9) == "8.60 G");
}

TEST_CASE("a whole number has its digits in groups of three") {
    CHECK(whole_text(5) == "5");
    CHECK(whole_text(2e6) == "2\u2009000\u2009000");
    CHECK(whole_text(123'456) == "123\u2009456");
}
