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
    bool reduce_motion = false; ///< no glides, no easing

    const drawing::Palette& palette() const {
        return choice == ThemeChoice::dark ? drawing::dark_palette() : drawing::light_palette();
    }
    drawing::Rgba operator[](drawing::Role role) const { return palette()[role]; }
    /// Design pixels to screen pixels.
    float px(float design) const { return design * scale; }
};

/// The scale for a window: the content scale of the monitor, the person's zoom, and a window that is much
/// smaller or larger than 1600 × 900 taking its text along, in steps so that fonts are not made anew for
/// every pixel.
float scale_for(float window_width, float window_height, float content_scale, float zoom);

} // namespace ui
