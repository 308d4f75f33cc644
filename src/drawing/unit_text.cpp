#include "drawing/unit_text.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <span>

namespace drawing {
namespace {

struct Unit {
    double size;
    const char* name;
};

/// The largest unit that is not above the value, as it will be written; else the smallest.
const Unit& unit_for(double value, std::span<const Unit> units) {
    for (const Unit& unit : units)
        if (std::abs(value) >= 0.9995 * unit.size) return unit;
    return units.back();
}

/// Decimals with which a number of 1 to 999.5 shows three digits.
int decimals_of(double value) {
    const double size = std::abs(value);
    return size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
}

std::string fixed(double value, int decimals) {
    if (value == 0) value = 0; // no minus before it
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

std::string with_unit(double value, const Unit& unit, int decimals) {
    return fixed(value / unit.size, decimals) + unit.name;
}

} // namespace

std::string time_text(double seconds, double like) {
    static constexpr std::array<Unit, 4> units{{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}};
    const Unit& unit = unit_for(like, units);
    return with_unit(seconds, unit, decimals_of(like / unit.size));
}

std::string time_text(double seconds) {
    return time_text(seconds, seconds);
}

std::string bytes_text(double bytes) {
    static constexpr std::array<Unit, 5> units{
        {{1e12, " TB"}, {1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}, {1, " B"}}};
    const Unit& unit = unit_for(bytes, units);
    return with_unit(bytes, unit, unit.size == 1 ? 0 : decimals_of(bytes / unit.size));
}

std::string count_text(double count) {
    static constexpr std::array<Unit, 4> units{{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1, ""}}};
    const Unit& unit = unit_for(count, units);
    return unit.size > 1 ? with_unit(count, unit, decimals_of(count / unit.size)) : whole_text(count);
}

std::string whole_text(double count) {
    std::string digits = fixed(count, 0);
    if (digits.size() <= 4) return digits; // 1234 reads well as it is
    for (std::size_t end = digits.size(); end > 3; end -= 3)
        digits.insert(end - 3, "\u2009");
    return digits;
}

} // namespace drawing
