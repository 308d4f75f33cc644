#include "drawing/plot/plot.h"

#include "close.h"
#include "drawing/figure_checks.h"

#include <algorithm>
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
    CHECK(unit_text(131072, Unit::count, 3) == "131072");
    CHECK(unit_text(-2048, Unit::count, 3) == "−2048");
    CHECK(unit_text(1048576, Unit::count, 3) == "1.05·10⁶");
    CHECK(unit_text(999999.7, Unit::count, 3) == "10⁶");
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

// An axis.

namespace {

const FixedMeasure measure;

std::vector<std::string> texts(const AxisRange& range, const TickOptions& options, Unit unit = Unit::none) {
    std::vector<std::string> result;
    for (const Tick& tick : axis_ticks(range, unit, options, measure))
        result.push_back(tick.text);
    return result;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("on a linear axis equal steps are equal differences, on a logarithmic one equal factors") {
    const AxisRange linear{0, 8, Spacing::linear}, log{1, 512, Spacing::log2};
    CHECK(linear.share(2) == 0.25);
    CHECK(log.share(8) == make::about(3.0 / 9));
    CHECK(log.share(16) - log.share(8) == make::about(log.share(512) - log.share(256)));
    CHECK(std::isnan(log.share(0)));
    for (const AxisRange& range : {linear, log})
        for (const double v : {1.0, 3.0, 7.5})
            CHECK(range.value(range.share(v)) == make::about(v));
}

TEST_CASE("a linear axis begins at 0 when the numbers come near it, and ends evenly") {
    const auto range = [](std::vector<double> values) { return axis_range({}, values, true); };
    CHECK(range({0.1, 3.43}).low == 0);
    CHECK(range({0.1, 3.43}).high == 4);
    CHECK(range({96, 99}).low == 96);
    CHECK(range({-0.7, 0.3}).low == make::about(-0.8));
    CHECK(range({NAN, 2, INFINITY, 1}).high == 2);
}

TEST_CASE("a logarithmic axis leaves out what is not above 0, and ends at whole powers") {
    const AxisRange range = axis_range({.spacing = Spacing::log10}, {-3, 0, 0.03, 40}, true);
    CHECK(range.low == make::about(0.01));
    CHECK(range.high == make::about(100));
    const AxisRange exact = axis_range({.spacing = Spacing::log2}, {1, 512}, true);
    CHECK(exact.low == 1);
    CHECK(exact.high == 512);
}

TEST_CASE("an axis always has a length, whatever the numbers") {
    for (const Spacing spacing : {Spacing::linear, Spacing::log2, Spacing::log10})
        for (const bool rounded : {false, true})
            for (const std::vector<double>& values :
                 {std::vector<double>{}, {5}, {0}, {-2, -2}, {NAN}, {1, 1, 1}, {1e-30, 1e30}}) {
                const AxisRange range = axis_range({.spacing = spacing}, values, rounded);
                CHECK(range.low < range.high);
                CHECK(std::isfinite(range.high - range.low));
                if (spacing != Spacing::linear) CHECK(range.low > 0);
            }
}

TEST_CASE("given ends are kept") {
    const AxisRange range = axis_range({.low = 1.0, .high = 7.0}, {2, 3}, true);
    CHECK(range.low == 1);
    CHECK(range.high == 7);
}

TEST_CASE("ticks are powers on a logarithmic axis, fewer where there is less room") {
    const AxisRange widths{1, 512, Spacing::log2};
    CHECK(texts(widths, {.length = 600}) == Texts{"1", "2", "4", "8", "16", "32", "64", "128", "256", "512"});
    CHECK(texts(widths, {.length = 220}) == Texts{"1", "4", "16", "64", "256"});
    CHECK(texts({1e-5, 1, Spacing::log10}, {.length = 300, .upright = true}, Unit::seconds) ==
          Texts{"10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"});
    CHECK(texts({1, 1e6, Spacing::log10}, {.length = 100, .upright = true}, Unit::count) ==
          Texts{"1", "100", "10⁴", "10⁶"});
    CHECK(texts({65536, 262144, Spacing::log2}, {.length = 500}, Unit::count) ==
          Texts{"65536", "131072", "262144"});
    CHECK(texts({1e3, 1e8, Spacing::log10}, {.length = 300, .upright = true}, Unit::bytes) ==
          Texts{"1 kB", "10 kB", "100 kB", "1 MB", "10 MB", "100 MB"});
    CHECK(texts({1e-6, 1e6, Spacing::log10}, {.length = 300, .upright = true}).front() == "10⁻⁶");
    CHECK(texts({1e-6, 1e6, Spacing::log10}, {.length = 300, .upright = true}).back() == "1e6");
}

TEST_CASE("between two powers a logarithmic axis has other round numbers") {
    const Texts ticks = texts({20, 80, Spacing::log10}, {.length = 400});
    CHECK(ticks.size() >= 2);
    CHECK(ticks.front() == "20");
}

TEST_CASE("ticks are 1, 2 or 5 times a power of ten on a linear axis") {
    CHECK(texts({0, 4}, {.length = 300, .upright = true}) == Texts{"0", "1", "2", "3", "4"});
    CHECK(texts({0, 0.4}, {.length = 300, .upright = true}) == Texts{"0.0", "0.1", "0.2", "0.3", "0.4"});
    CHECK(texts({0, 2}, {.length = 300, .upright = true}, Unit::seconds) ==
          Texts{"0 s", "0.5 s", "1 s", "1.5 s", "2 s"});
    CHECK(texts({-1, 1}, {.length = 300}) == Texts{"−1.0", "−0.5", "0.0", "0.5", "1.0"});
}

TEST_CASE("the numbers along an axis never overlap") {
    for (const Spacing spacing : {Spacing::linear, Spacing::log2, Spacing::log10})
        for (const auto& [low, high] :
             {std::pair{1.0, 512.0}, {0.001, 3.0}, {40.0, 41.5}, {1.0, 1e9}, {12345.0, 67890.0}})
            for (const bool upright : {false, true})
                for (const float length : {30.0F, 90.0F, 333.0F, 1500.0F})
                    for (const float size : {12.0F, 24.0F}) {
                        const AxisRange range{low, high, spacing};
                        const auto ticks = axis_ticks(range, Unit::seconds, {length, upright, size}, measure);
                        const auto half = [&](const Tick& tick) {
                            return (upright ? size : measure.width(Font::mono, size, tick.text)) / 2;
                        };
                        for (std::size_t i = 0; i < ticks.size(); ++i) {
                            const double share = range.share(ticks[i].value);
                            constexpr double rounding = 1e-6;
                            CHECK((share > -rounding && share < 1 + rounding));
                            if (i == 0) continue;
                            const double apart =
                                (range.share(ticks[i].value) - range.share(ticks[i - 1].value)) * length;
                            CHECK(apart > half(ticks[i]) + half(ticks[i - 1]));
                            CHECK(ticks[i].text != ticks[i - 1].text);
                        }
                    }
}
