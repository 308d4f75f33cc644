#pragma once
// The colours of the program by role, and how numbers become colours.

#include "base/matrix.h"

#include <array>
#include <cstdint>
#include <span>

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
    edge,   ///< of buttons and fields
    track,  ///< of sliders and bars
    sunk,   ///< ground of a field, or of a panel within a card
    stream, ///< lines of the words that are not looked at
    text,
    quiet,
    strong_fill,
    strong_text,
    query,
    query_fill,
    key,
    key_line,
    value,
    accent_soft, ///< ground of what is selected; its edge is `focus`
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

/// White, near-black or black: a text colour with a contrast of at least 4.5 on any `fill`.
Rgba readable_on(Rgba fill);

// How numbers become colours.

/// `signed_values` runs blue – paper – red with zero in the middle; `query`, `key`, `value` from paper to the
/// role's colour, `weights` from paper to violet, `features`, numbers without a sign that are none of these,
/// to slate. "Paper" is a dark shade in the dark theme.
enum class ColourMap { signed_values, query, key, value, weights, features };

struct Range {
    float low = 0, high = 1;
    bool operator==(const Range&) const = default;
};

/// 256 colours from low to high, evenly spaced to the eye (interpolated in Oklab).
std::span<const Rgba, 256> table(ColourMap map, bool dark);

/// The text colour for digits on each of those colours: its readable_on().
std::span<const Rgba, 256> inks(ColourMap map, bool dark);

/// The table index of a number, 0 to 255; −∞ and NaN give the low end. A range of zero width gives the low
/// end too, or the middle for signed_values.
std::size_t table_index(float value, Range range, ColourMap map);
/// The table's colour at table_index.
Rgba colour_of(float value, Range range, ColourMap map, bool dark);

/// The smallest and largest finite number of a matrix of any shape; {0, 0} when there is none. Reads every
/// cell once.
Range range_of(const base::Matrix& matrix);

/// The range in which `map` shows numbers from range.low to range.high faithfully, never of zero width:
/// symmetric about zero for signed_values, from zero for the other maps.
Range fitted(ColourMap map, Range range);

} // namespace drawing
