#include "drawing/colour_map.h"

#include "drawing/srgb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace drawing {
namespace {

/// A colour in Oklab: L lightness (0 to 1), a green–red, b blue–yellow.
/// Source: Björn Ottosson, "A perceptual color space for image processing", 2020.
struct Oklab {
    float l, a, b;
};

Oklab to_oklab(Rgba colour) {
    const auto r = static_cast<float>(linear_light(colour.r)), g = static_cast<float>(linear_light(colour.g)),
               b = static_cast<float>(linear_light(colour.b));
    const float l = std::cbrt(0.4122214708F * r + 0.5363325363F * g + 0.0514459929F * b);
    const float m = std::cbrt(0.2119034982F * r + 0.6806995451F * g + 0.1073969566F * b);
    const float s = std::cbrt(0.0883024619F * r + 0.2817188376F * g + 0.6299787005F * b);
    return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
            1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
            0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

Rgba to_rgba(Oklab c) {
    const float l = std::pow(c.l + 0.3963377774F * c.a + 0.2158037573F * c.b, 3.0F);
    const float m = std::pow(c.l - 0.1055613458F * c.a - 0.0638541728F * c.b, 3.0F);
    const float s = std::pow(c.l - 0.0894841775F * c.a - 1.2914855480F * c.b, 3.0F);
    return {in_srgb(4.0767416621F * l - 3.3077115913F * m + 0.2309699292F * s),
            in_srgb(-1.2684380046F * l + 2.6097574011F * m - 0.3413193965F * s),
            in_srgb(-0.0041960863F * l - 0.7034186147F * m + 1.7076147010F * s)};
}

// Zero: slightly lighter than the light background and than the dark card, so that an empty cell is still
// visible as a cell.
constexpr Rgba paper = hex(0xFAF9F5), ground = hex(0x292D36);

/// Colours at equal distances from the map's low end to its high end.
std::vector<Rgba> stops(ColourMap map, bool dark) {
    const Rgba zero = dark ? ground : paper;
    switch (map) {
    case ColourMap::signed_values:
        return dark ? std::vector{hex(0x7FB0FF), hex(0x41619F), zero, hex(0x99483F), hex(0xFF8B78)}
                    : std::vector{hex(0x2D5DA8), zero, hex(0xB23A28)};
    case ColourMap::query:
        return {zero, dark ? hex(0x5CB8EC) : hex(0x4894CF)};
    case ColourMap::key:
        return {zero, dark ? hex(0xEBAA1E) : hex(0xE9A53E)};
    case ColourMap::value:
        return {zero, dark ? hex(0x38C79C) : hex(0x35AE88)};
    case ColourMap::weights:
        return {zero, dark ? hex(0xC8B8FA) : hex(0x2E1F69)};
    }
    return {zero, zero};
}

using Table = std::array<Rgba, 256>;

Table make_table(ColourMap map, bool dark) {
    const std::vector<Rgba> at = stops(map, dark);
    Table colours;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const float place = static_cast<float>(i) / 255.0F * static_cast<float>(at.size() - 1);
        const std::size_t left = std::min(static_cast<std::size_t>(place), at.size() - 2);
        const float t = place - static_cast<float>(left);
        const Oklab from = to_oklab(at[left]), to = to_oklab(at[left + 1]);
        colours[i] = to_rgba(
            {from.l + t * (to.l - from.l), from.a + t * (to.a - from.a), from.b + t * (to.b - from.b)});
    }
    return colours;
}

constexpr std::size_t map_count = 5;

struct Tables {
    std::array<Table, 2 * map_count> colours, inks;

    Tables() {
        for (std::size_t i = 0; i < colours.size(); ++i) {
            colours[i] = make_table(static_cast<ColourMap>(i / 2), i % 2 == 1);
            std::ranges::transform(colours[i], inks[i].begin(), readable_on);
        }
    }
};

const Tables& tables() {
    static const Tables all;
    return all;
}

std::size_t number_of(ColourMap map, bool dark) {
    return 2 * static_cast<std::size_t>(map) + (dark ? 1 : 0);
}

} // namespace

std::span<const Rgba, 256> table(ColourMap map, bool dark) {
    return tables().colours[number_of(map, dark)];
}

std::span<const Rgba, 256> inks(ColourMap map, bool dark) {
    return tables().inks[number_of(map, dark)];
}

std::size_t table_index(float value, Range range, ColourMap map) {
    const float width = range.high - range.low;
    float place = map == ColourMap::signed_values ? 0.5F : 0.0F;
    if (std::isnan(value))
        place = 0;
    else if (width > 0)
        place = std::clamp((value - range.low) / width, 0.0F, 1.0F);
    return static_cast<std::size_t>(255.0F * place + 0.5F);
}

Rgba colour_of(float value, Range range, ColourMap map, bool dark) {
    return table(map, dark)[table_index(value, range, map)];
}

Range range_of(const base::Matrix& matrix) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Range range{infinity, -infinity};
    for (const float value : matrix.reshaped<Eigen::RowMajor>()) // in memory order: ten times faster
        if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
    return range.low <= range.high ? range : Range{0, 0};
}

Range fitted(ColourMap map, Range range) {
    if (map == ColourMap::signed_values) {
        const float reach = std::max(std::abs(range.low), std::abs(range.high));
        return reach > 0 ? Range{-reach, reach} : Range{-1, 1};
    }
    const bool from_zero = map == ColourMap::query || map == ColourMap::key || map == ColourMap::value ||
                           map == ColourMap::weights;
    if (from_zero) return {0, range.high > 0 ? range.high : 1};
    return range.high > range.low ? range : Range{range.low, range.low + 1};
}

} // namespace drawing
