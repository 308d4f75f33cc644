#pragma once
// Every colour of the program, by role.

#include <array>
#include <cstdint>

namespace drawing {

struct Rgba {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    bool operator==(const Rgba&) const = default;
    /// The same colour with its opacity multiplied by `share` (0 to 1).
    Rgba faded(float share) const {
        return {r, g, b, static_cast<std::uint8_t>(static_cast<float>(a) * share + 0.5F)};
    }
};

/// `share` 0 gives `from`, 1 gives `to`.
Rgba mix(Rgba from, Rgba to, float share);
/// The WCAG 2 contrast ratio of two opaque colours, 1 to 21.
double contrast(Rgba a, Rgba b);

enum class Role {
    background,
    card,
    hairline,
    text,
    quiet,
    strong_fill,
    strong_text,
    query,
    query_fill,
    key,
    key_line,
    value,
    accent_soft,
    weight,
    positive,
    negative,
    masked,
    warning,
    good,
    focus,
    series_1, ///< plot lines; each also has its own dashes and markers
    series_2,
    series_3,
    series_4
};

inline constexpr std::size_t role_count = static_cast<std::size_t>(Role::series_4) + 1;

struct Palette {
    bool dark = false;
    std::array<Rgba, role_count> colours; ///< by role

    Rgba operator[](Role role) const { return colours[static_cast<std::size_t>(role)]; }
};

const Palette& light_palette();
const Palette& dark_palette();

/// Black-ish or white-ish, whichever reads better on `fill`: a contrast of 4.5 or more on every colour.
Rgba readable_on(Rgba fill);

} // namespace drawing
