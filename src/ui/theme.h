#pragma once
// Sizes and colours in force: one place that every panel reads.

#include "drawing/palette.h"

namespace ui {

/// Type sizes in design pixels (at 1600 × 900), by what the text is for.
namespace type {
inline constexpr float heading = 18, body = 15, small = 13, tiny = 11.5F, formula = 23;
}

enum class ThemeChoice { light, dark };

struct Theme {
    ThemeChoice choice = ThemeChoice::light;
    float scale = 1;            ///< screen pixels for one design pixel
    float reading = 1;          ///< what is read closely (matrices, words) is larger than the rest by this
    float zoom = 1;             ///< what the person asked for: 1 is the usual size
    bool reduce_motion = false; ///< no glides, no easing

    const drawing::Palette& palette() const {
        return choice == ThemeChoice::dark ? drawing::dark_palette() : drawing::light_palette();
    }
    drawing::Rgba operator[](drawing::Role role) const { return palette()[role]; }
    /// Design pixels to screen pixels.
    float px(float design) const { return design * scale; }
    /// The scale of what is read closely: it follows the person's zoom all the way.
    float reading_scale() const { return scale * reading; }
    float read(float design) const { return design * reading_scale(); }
};

/// How large things are in a window.
struct Scales {
    float scale = 1;   ///< of everything
    float reading = 1; ///< see Theme
};

/// The usual size follows the content scale of the monitor, and the window where that is much smaller or
/// larger than 1600 × 900, in steps so that fonts are not made anew for every pixel. The person's zoom
/// multiplies it. Controls and cards grow only as long as the window has room for them; what is read closely
/// grows all the way, and scrolls.
Scales scales_for(float window_width, float window_height, float content_scale, float zoom);

/// The next larger (`direction` 1) or smaller (−1) zoom of those offered, 0.6 to 3; the last one is its own
/// next.
float next_zoom(float zoom, int direction);

} // namespace ui
