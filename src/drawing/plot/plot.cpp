#include "drawing/plot/plot.h"

#include "base/text.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>

namespace drawing {

// Numbers with units.

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
    // Below a million the count is written in full, unless it is a power of ten itself.
    const bool is_small = std::abs(value) < 999'999.5;
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

// An axis.

namespace {

double base_of(Spacing spacing) {
    return spacing == Spacing::log2 ? 2 : 10;
}

/// The exponent of a power of the base; exact for integer exponents.
double exponent_of(double value, Spacing spacing) {
    return spacing == Spacing::log2 ? std::log2(value) : std::log10(value);
}

/// The smallest of 1, 2, 5, 10, 20, … (or 0.5, 0.2, …) that is at least `least`.
double nice_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least) + 1e-9));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-9)) return factor * power;
    return 10 * power;
}

std::string tick_label(double value, int decimals) {
    return number_text(static_cast<float>(value), decimals);
}

/// As few decimals as the number needs: 0.01 has two, 64 none. Far below 1 it is written as a power of ten.
std::string power_text(double value) {
    if (value >= 1) return tick_label(value, value == std::floor(value) ? 0 : 1);
    if (value < 1e-4) return power_of_ten(static_cast<int>(std::lround(std::log10(value))));
    const int decimals = static_cast<int>(std::ceil(-std::log10(value) - 1e-9));
    return tick_label(value, decimals);
}

std::vector<Tick> linear_ticks(const AxisRange& range, double step, Unit unit) {
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 7);
    std::vector<Tick> ticks;
    constexpr double slack = 1e-6; // rounding must not drop a tick at an end
    for (double i = std::ceil(range.low / step - slack); i * step <= range.high + slack * step; ++i)
        if (const double share = range.share(i * step); share >= -slack && share <= 1 + slack)
            ticks.push_back({i * step, unit == Unit::none
                                           ? tick_label(i * step, decimals)
                                           : unit_text(i * step, unit, 6,
                                                       std::max(std::abs(range.low), std::abs(range.high)))});
    return ticks;
}

std::vector<Tick> power_ticks(const AxisRange& range, int step, Unit unit) {
    const double base = base_of(range.spacing);
    const int first = static_cast<int>(std::ceil(exponent_of(range.low, range.spacing) - 1e-9));
    const int last = static_cast<int>(std::floor(exponent_of(range.high, range.spacing) + 1e-9));
    std::vector<Tick> ticks;
    for (int e = first; e <= last; e += step) {
        const double value = std::pow(base, e);
        const bool is_small_power_of_2 = base == 2 && e < 0; // 0.125 and so on: all decimals
        if (unit != Unit::none)
            ticks.push_back({value, unit_text(value, unit, base == 2 ? 3 : 6)});
        else
            ticks.push_back(
                {value, is_small_power_of_2 ? tick_label(value, std::min(-e, 6)) : power_text(value)});
    }
    return ticks;
}

/// True when no two texts are closer than a space.
bool fits(const std::vector<Tick>& ticks, const AxisRange& range, const TickOptions& options,
          const TextMeasure& measure) {
    const auto half = [&](const Tick& tick) {
        return 0.5F * (options.upright ? options.size : measure.width(Font::mono, options.size, tick.text));
    };
    const float space = options.upright ? 0.5F * options.size : options.size;
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        const double apart = (range.share(ticks[i].value) - range.share(ticks[i - 1].value)) * options.length;
        if (apart < half(ticks[i]) + half(ticks[i - 1]) + space) return false;
    }
    return true;
}

/// Round numbers, for linear axes and for logarithmic ones whose powers give too few ticks.
std::vector<Tick> spread_ticks(const AxisRange& range, Unit unit, const TickOptions& options,
                               const TextMeasure& measure) {
    const double least = (range.high - range.low) * std::clamp(options.spacing / options.length, 0.02F, 1.0F);
    double step = nice_step(least);
    while (step <= 2 * (range.high - range.low)) {
        auto ticks = linear_ticks(range, step, unit);
        if (fits(ticks, range, options, measure)) return ticks;
        step = nice_step(1.01 * step);
    }
    return {};
}

} // namespace

double AxisRange::share(double v) const {
    if (spacing == Spacing::linear) return (v - low) / (high - low);
    if (!(v > 0)) return std::numeric_limits<double>::quiet_NaN();
    return std::log(v / low) / std::log(high / low);
}

double AxisRange::value(double s) const {
    return spacing == Spacing::linear ? low + s * (high - low) : low * std::pow(high / low, s);
}

AxisRange axis_range(const Axis& axis, const std::vector<double>& values, bool rounded) {
    const bool is_linear = axis.spacing == Spacing::linear;
    AxisRange range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                    axis.spacing};
    for (const double v : values)
        if (std::isfinite(v) && (is_linear || v > 0)) {
            range.low = std::min(range.low, v);
            range.high = std::max(range.high, v);
        }
    const double base = base_of(axis.spacing);
    if (range.low > range.high) {
        range.low = is_linear ? 0 : 1;
        range.high = is_linear ? 1 : base;
    }
    if (rounded && is_linear) {
        if (range.low >= 0 && range.low < 0.5 * range.high) range.low = 0;
        const double step = range.high > range.low ? nice_step((range.high - range.low) / 5) : 1;
        range.low = std::floor(range.low / step + 1e-9) * step;
        range.high = std::ceil(range.high / step - 1e-9) * step;
    } else if (rounded) {
        range.low = std::pow(base, std::floor(exponent_of(range.low, axis.spacing) + 1e-9));
        range.high = std::pow(base, std::ceil(exponent_of(range.high, axis.spacing) - 1e-9));
    }
    if (axis.low && (is_linear || *axis.low > 0)) range.low = *axis.low;
    if (axis.high && (is_linear || *axis.high > 0)) range.high = *axis.high;
    if (!(range.low < range.high)) { // a single number gets room on both sides
        const double middle = range.low, around = middle == 0 ? 1 : std::abs(middle) / 2;
        range.low = is_linear ? middle - around : middle / base;
        range.high = is_linear ? middle + around : middle * base;
    }
    return range;
}

std::vector<Tick> axis_ticks(const AxisRange& range, Unit unit, const TickOptions& options,
                             const TextMeasure& measure) {
    if (options.length <= 0) return {};
    if (range.spacing != Spacing::linear)
        for (int step = 1; step < 64; ++step) {
            auto ticks = power_ticks(range, step, unit);
            if (ticks.size() < 2) break;
            if (fits(ticks, range, options, measure)) return ticks;
        }
    return spread_ticks(range, unit, options, measure);
}

} // namespace drawing
