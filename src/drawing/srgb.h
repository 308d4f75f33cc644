#pragma once
// Colours as they are written (0xRRGGBB in sRGB) and as light. Source: IEC 61966-2-1, sRGB.

#include "drawing/palette.h"

#include <algorithm>
#include <cmath>

namespace drawing {

constexpr Rgba hex(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8),
            static_cast<std::uint8_t>(rgb), 255};
}

/// The light of a channel, 0 to 1.
inline double linear_light(std::uint8_t channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// The channel of an amount of light; less than 0 and more than 1 are cut off.
inline std::uint8_t in_srgb(double light) {
    const double c = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(c, 0.0, 1.0)));
}

} // namespace drawing
