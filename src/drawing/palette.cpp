#include "drawing/palette.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

constexpr Rgba hex(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
            static_cast<std::uint8_t>(rgb), 255};
}

// In the order of Role. The series differ in lightness as well as in hue. Blue, orange and green are the
// Okabe–Ito hues, darkened where they carry text, so that every text colour reaches a contrast of 4.5 on
// background and card.
constexpr Palette light{false, {hex(0xF4F2EC), hex(0xFFFFFF), hex(0xE3E0D8), hex(0x1B1F24), hex(0x616875),
                                hex(0x1B1F24), hex(0xFFFFFF), hex(0x006BAA), hex(0x0072B2), hex(0x9F5A00),
                                hex(0xD98500), hex(0x007A58), hex(0xE3EFF8), hex(0x2E1F69), hex(0xB23A28),
                                hex(0x2D5DA8), hex(0x8A8578), hex(0xA8430F), hex(0x007A58), hex(0x0072B2),
                                hex(0x0072B2), hex(0xB84A00), hex(0x3A2A4A), hex(0x9A4C86)}};

constexpr Palette dark{true, {hex(0x16181D), hex(0x1F2229), hex(0x30343D), hex(0xECEEF2), hex(0x9AA1AD),
                              hex(0xECEEF2), hex(0x16181D), hex(0x56B4E9), hex(0x56B4E9), hex(0xE69F00),
                              hex(0xE69F00), hex(0x2FBF94), hex(0x25384A), hex(0xB3A0EC), hex(0xEE8A78),
                              hex(0x7FA8E8), hex(0x767C88), hex(0xF0A060), hex(0x2FBF94), hex(0x56B4E9),
                              hex(0x56B4E9), hex(0xE69F00), hex(0xF2E2FA), hex(0xD5689F)}};

double linear(std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgba c) {
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
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
