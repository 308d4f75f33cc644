#include "drawing/plot/plot.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace drawing;

TEST_CASE("times are written in the largest unit of which they hold a whole one") {
    CHECK(unit_text(1e-5, Unit::seconds, 6) == "10 µs");
    CHECK(unit_text(1e-4, Unit::seconds, 6) == "100 µs");
    CHECK(unit_text(1e-3, Unit::seconds, 6) == "1 ms");
    CHECK(unit_text(0.01, Unit::seconds, 6) == "10 ms");
    CHECK(unit_text(0.1, Unit::seconds, 6) == "100 ms");
    CHECK(unit_text(1, Unit::seconds, 6) == "1 s");
    CHECK(unit_text(100, Unit::seconds, 6) == "100 s");
    CHECK(unit_text(1e-6, Unit::seconds, 6) == "1 µs");
    CHECK(unit_text(2.5e-9, Unit::seconds, 6) == "2.5 ns");
    CHECK(unit_text(0, Unit::seconds, 6) == "0 ns");
}

TEST_CASE("counts are whole numbers, then powers of ten") {
    CHECK(unit_text(1, Unit::count, 6) == "1");
    CHECK(unit_text(100, Unit::count, 6) == "100");
    CHECK(unit_text(1000, Unit::count, 6) == "10³");
    CHECK(unit_text(1e6, Unit::count, 6) == "10⁶");
    CHECK(unit_text(1e12, Unit::count, 6) == "10¹²");
    CHECK(unit_text(4096, Unit::count, 3) == "4096");
    CHECK(unit_text(20000, Unit::count, 3) == "20000");
    CHECK(unit_text(1001, Unit::count, 3) == "1001");
    CHECK(unit_text(999.7, Unit::count, 3) == "10³");
    CHECK(unit_text(2.5, Unit::count, 3) == "2.5");
    CHECK(unit_text(131072, Unit::count, 3) == "1.31·10⁵");
    CHECK(unit_text(-2048, Unit::count, 3) == "−2048");
    CHECK(unit_text(1048576, Unit::count, 3) == "1.05·10⁶");
    CHECK(unit_text(999999, Unit::count, 3) == "10⁶");
}

TEST_CASE("bytes count by thousands") {
    CHECK(unit_text(256, Unit::bytes, 3) == "256 B");
    CHECK(unit_text(1000, Unit::bytes, 3) == "1 kB");
    CHECK(unit_text(67108864, Unit::bytes, 3) == "67.1 MB");
    CHECK(unit_text(999950, Unit::bytes, 3) == "1 MB");
}

TEST_CASE("numbers of one axis have one unit") {
    CHECK(unit_text(0, Unit::seconds, 6, 2) == "0 s");
    CHECK(unit_text(0.5, Unit::seconds, 6, 2) == "0.5 s");
    CHECK(unit_text(2e5, Unit::bytes, 6, 3e6) == "0.2 MB");
}

TEST_CASE("a reading has three digits that count, and a plain one its decimals") {
    CHECK(reading_text(0.0123456, Unit::seconds) == "12.3 ms");
    CHECK(reading_text(0.9996, Unit::seconds) == "1 s");
    CHECK(reading_text(-0.0123456, Unit::seconds) == "−12.3 ms");
    CHECK(reading_text(1e-7, Unit::seconds) == "100 ns");
    CHECK(reading_text(3.14159, Unit::none) == "3.14");
    CHECK(reading_text(64, Unit::none) == "64");
    CHECK(reading_text(0.01234, Unit::none) == "0.0123");
    CHECK(reading_text(std::numeric_limits<double>::quiet_NaN(), Unit::bytes) == "NaN");
    CHECK(reading_text(INFINITY, Unit::seconds) == "∞");
}

TEST_CASE("numbers far below 1 are read with a power of ten, not as 0.0000") {
    CHECK(reading_text(3.2e-14, Unit::none) == "3.2·10⁻¹⁴");
    CHECK(reading_text(-5e-4, Unit::none) == "−5.0·10⁻⁴");
    CHECK(reading_text(9.96e-5, Unit::none) == "1.0·10⁻⁴"); // not 10.0·10⁻⁵
    CHECK(reading_text(9.94e-5, Unit::none) == "9.9·10⁻⁵");
    CHECK(reading_text(9.96e-4, Unit::none) == "0.0010");
    CHECK(reading_text(0, Unit::none) == "0");
    CHECK(reading_text(0.0312, Unit::none) == "0.0312");
    CHECK(power_of_ten(6) == "10⁶");
}
