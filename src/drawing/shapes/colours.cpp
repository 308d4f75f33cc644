#include "drawing/shapes/colours.h"

#include "base/enum_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace drawing {

namespace {

// Colours as they are written (0xRRGGBB in sRGB) and as light. Source: IEC 61966-2-1, sRGB.

constexpr Rgba hex(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
            static_cast<std::uint8_t>(rgb), 255};
}

/// The light of a channel, 0 to 1.
double linear_light(std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// The channel of an amount of light, clamped to 0 … 1.
std::uint8_t in_srgb(double light) {
    const double c = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(c, 0.0, 1.0)));
}

// The palettes.

struct Entry {
    Role role;
    std::uint32_t light, dark;
};

// In the order of Role, so that a role can be used as an index. The series differ in lightness as well as in
// hue. Blue, orange and green are the Okabe–Ito hues, darkened where they carry text, so that every text
// colour reaches a contrast of 4.5 on background and card.
constexpr std::array<Entry, role_count> roles{{
    {Role::background, 0xF4F2EC, 0x16181D},  {Role::card, 0xFFFFFF, 0x1F2229},
    {Role::hairline, 0xE3E0D8, 0x30343D},    {Role::edge, 0xD3CFC4, 0x3B404A},
    {Role::track, 0xE7E4DB, 0x2B2F38},       {Role::sunk, 0xF8F7F3, 0x1A1D23},
    {Role::stream, 0xDEDAD0, 0x343943},      {Role::text, 0x1B1F24, 0xECEEF2},
    {Role::quiet, 0x626976, 0x9AA1AD},       {Role::strong_fill, 0x1B1F24, 0xECEEF2},
    {Role::strong_text, 0xFFFFFF, 0x16181D}, {Role::query, 0x006BAA, 0x56B4E9},
    {Role::query_fill, 0x0072B2, 0x56B4E9},  {Role::key, 0x9F5A00, 0xE69F00},
    {Role::key_line, 0xD98500, 0xE69F00},    {Role::value, 0x007A58, 0x2FBF94},
    {Role::accent_soft, 0xE1EEF8, 0x16303F}, {Role::weight, 0x2E1F69, 0xB3A0EC},
    {Role::positive, 0xB23A28, 0xEE8A78},    {Role::negative, 0x2D5DA8, 0x7FA8E8},
    {Role::masked, 0x8A8578, 0x767C88},      {Role::warning, 0xA8430F, 0xF0A060},
    {Role::good, 0x007A58, 0x2FBF94},        {Role::focus, 0x0072B2, 0x56B4E9},
    {Role::series_1, 0x0072B2, 0x56B4E9},    {Role::series_2, 0xB84A00, 0xE69F00},
    {Role::series_3, 0x3A2A4A, 0xF2E2FA},    {Role::series_4, 0x9A4C86, 0xD5689F},
}};

constexpr Palette palette_of(bool dark) {
    Palette palette{dark, {}};
    for (std::size_t i = 0; i < roles.size(); ++i)
        palette.colours[i] = hex(dark ? roles[i].dark : roles[i].light);
    return palette;
}

static_assert(base::is_in_order(roles, &Entry::role));

constexpr Palette light_colours = palette_of(false), dark_colours = palette_of(true);

double luminance(Rgba c) {
    return 0.2126 * linear_light(c.r) + 0.7152 * linear_light(c.g) + 0.0722 * linear_light(c.b);
}

std::uint8_t mix_channel(std::uint8_t from, std::uint8_t to, float share) {
    return static_cast<std::uint8_t>(
        std::lround(static_cast<float>(from) + share * (static_cast<float>(to) - static_cast<float>(from))));
}

} // namespace

Rgba mix(Rgba from, Rgba to, float share) {
    const float s = std::clamp(share, 0.0F, 1.0F);
    return {mix_channel(from.r, to.r, s), mix_channel(from.g, to.g, s), mix_channel(from.b, to.b, s),
            mix_channel(from.a, to.a, s)};
}

double contrast(Rgba a, Rgba b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

const Palette& light_palette() {
    return light_colours;
}
const Palette& dark_palette() {
    return dark_colours;
}

Rgba readable_on(Rgba fill) {
    const Rgba ink = light_colours[Role::text], paper = hex(0xFFFFFF);
    if (contrast(paper, fill) >= 4.5) return paper;
    // On mid-tones neither ink nor white reaches 4.5; black does: at worst √(1.05 · 0.05) / 0.05 = 4.58.
    return contrast(ink, fill) >= 4.5 ? ink : Rgba{0, 0, 0};
}

namespace {

// The colour maps.

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
    case ColourMap::features:
        return {zero, dark ? hex(0xAAB5C5) : hex(0x5F6B7B)};
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

constexpr std::size_t map_count = 6;

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
    return {0, range.high > 0 ? range.high : 1};
}

} // namespace drawing
