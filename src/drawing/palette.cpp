#include "drawing/palette.h"

#include "base/enum_table.h"
#include "drawing/srgb.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

struct Entry {
    Role role;
    std::uint32_t light, dark;
};

// In the order of Role, so that a role can be used as an index. The series differ in lightness as well as in
// hue. Blue, orange and green are the Okabe–Ito hues, darkened where they carry text, so that every text
// colour reaches a contrast of 4.5 on background and card.
constexpr std::array<Entry, role_count> table{{
    {Role::background, 0xF4F2EC, 0x16181D},  {Role::card, 0xFFFFFF, 0x1F2229},
    {Role::hairline, 0xE3E0D8, 0x30343D},    {Role::text, 0x1B1F24, 0xECEEF2},
    {Role::quiet, 0x616875, 0x9AA1AD},       {Role::strong_fill, 0x1B1F24, 0xECEEF2},
    {Role::strong_text, 0xFFFFFF, 0x16181D}, {Role::query, 0x006BAA, 0x56B4E9},
    {Role::query_fill, 0x0072B2, 0x56B4E9},  {Role::key, 0x9F5A00, 0xE69F00},
    {Role::key_line, 0xD98500, 0xE69F00},    {Role::value, 0x007A58, 0x2FBF94},
    {Role::accent_soft, 0xE3EFF8, 0x25384A}, {Role::weight, 0x2E1F69, 0xB3A0EC},
    {Role::positive, 0xB23A28, 0xEE8A78},    {Role::negative, 0x2D5DA8, 0x7FA8E8},
    {Role::masked, 0x8A8578, 0x767C88},      {Role::warning, 0xA8430F, 0xF0A060},
    {Role::good, 0x007A58, 0x2FBF94},        {Role::focus, 0x0072B2, 0x56B4E9},
    {Role::series_1, 0x0072B2, 0x56B4E9},    {Role::series_2, 0xB84A00, 0xE69F00},
    {Role::series_3, 0x3A2A4A, 0xF2E2FA},    {Role::series_4, 0x9A4C86, 0xD5689F},
}};

constexpr Palette palette_of(bool dark) {
    Palette palette{dark, {}};
    for (std::size_t i = 0; i < table.size(); ++i)
        palette.colours[i] = hex(dark ? table[i].dark : table[i].light);
    return palette;
}

static_assert(base::is_in_order(table, &Entry::role));

constexpr Palette light = palette_of(false), dark = palette_of(true);

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
    return light;
}
const Palette& dark_palette() {
    return dark;
}

Rgba readable_on(Rgba fill) {
    const Rgba ink = light[Role::text], paper = hex(0xFFFFFF);
    if (contrast(paper, fill) >= 4.5) return paper;
    // On mid-tone fills neither the ink nor white reaches 4.5; black does: √(1.05 · 0.05) / 0.05 = 4.58 at
    // worst.
    return contrast(ink, fill) >= 4.5 ? ink : Rgba{0, 0, 0};
}

} // namespace drawing
