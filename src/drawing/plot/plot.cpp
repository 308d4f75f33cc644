#include "drawing/plot/plot.h"

#include "base/text.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>

namespace drawing {

namespace {

struct Step {
    double size;
    const char* name;
};

/// Smallest first; each begins where the previous one ends.
std::span<const Step> steps_of(Unit unit) {
    static constexpr std::array<Step, 4> seconds{{{1e-9, " ns"}, {1e-6, " µs"}, {1e-3, " ms"}, {1, " s"}}};
    static constexpr std::array<Step, 5> bytes{
        {{1, " B"}, {1e3, " kB"}, {1e6, " MB"}, {1e9, " GB"}, {1e12, " TB"}}};
    if (unit == Unit::seconds) return seconds;
    if (unit == Unit::bytes) return bytes;
    return {};
}

double rounded(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return value;
    const int place = digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value))));
    const double power = std::pow(10.0, std::abs(place)); // exact, unlike 10^−n
    return place >= 0 ? std::round(value * power) / power : std::round(value / power) * power;
}

/// A rounded number with as few digits as it needs, never as a power.
std::string plain(double value, int digits) {
    const double exact = rounded(value, digits);
    return (exact < 0 ? "\u2212" : "") + base::plain(std::abs(exact));
}

std::string count_text(double value, int digits) {
    // Below 100 000 the count is written in full, unless it is a power of ten itself.
    const bool is_small = std::abs(value) < 99'999.5;
    const double size = std::abs(is_small ? std::round(value) : rounded(value, digits));
    if (size < 1000) return plain(value, digits);
    const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
    const double mantissa = size / std::pow(10.0, exponent);
    if (is_small && mantissa != 1) return plain(std::round(value), 6);
    const std::string power = power_of_ten(exponent);
    return (value < 0 ? "\u2212" : "") + (mantissa == 1 ? power : plain(mantissa, digits) + "·" + power);
}

} // namespace

std::string unit_text(double value, Unit unit, int digits, double like) {
    if (!std::isfinite(value) || unit == Unit::none) return number_text(static_cast<float>(value), digits);
    if (unit == Unit::count) return count_text(value, digits);
    const auto steps = steps_of(unit);
    const double size = std::abs(rounded(like, digits)) * (1 + 1e-9);
    const Step* step = &steps.front();
    for (const Step& larger : steps)
        if (size >= larger.size) step = &larger;
    return plain(value / step->size, digits) + step->name;
}

std::string unit_text(double value, Unit unit, int digits) {
    return unit_text(value, unit, digits, value);
}

std::string power_of_ten(int exponent) {
    static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(exponent)))
        text += digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

std::string reading_text(double value, Unit unit) {
    if (unit != Unit::none) return unit_text(value, unit, 3);
    const double size = std::abs(value), two_digits = std::abs(rounded(value, 2)); // 9.96·10⁻⁵ is 1.0·10⁻⁴
    if (two_digits > 0 && two_digits < 1e-3) {
        const int exponent = static_cast<int>(std::floor(std::log10(two_digits) + 1e-9));
        return number_text(static_cast<float>(value * std::pow(10.0, -exponent)), 1) + "·" +
               power_of_ten(exponent);
    }
    const int decimals = value == std::round(value) || size >= 100 ? 0 : size >= 0.1 ? 2 : 4;
    return number_text(static_cast<float>(value), decimals);
}

SeriesStyle series_style(std::size_t i) {
    constexpr SeriesStyle styles[] = {{Role::series_1, Dash::solid, Marker::disc},
                                      {Role::series_2, Dash::dashed, Marker::square},
                                      {Role::series_3, Dash::dotted, Marker::triangle},
                                      {Role::series_4, Dash::dash_dot, Marker::diamond}};
    return styles[i % std::size(styles)];
}

} // namespace drawing
