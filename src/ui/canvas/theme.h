#pragma once
// The sizes and colours of the interface, and how they follow the window and the user's zoom.

#include "drawing/shapes/colours.h"

namespace ui {

// Text sizes and the height of controls, in design pixels. From headline_size on, glossary terms are not
// underlined.
inline constexpr float headline_size = 17; ///< a card's title, and a result that stands out as much
inline constexpr float body_size = 15; ///< what is read through: explanations, lessons, lists to choose from
inline constexpr float card_size = 14; ///< shorter texts in cards; buttons of bars and cards
inline constexpr float note_size = 13.5F;  ///< sentences in a card, and the names of its rows
inline constexpr float label_size = 13;    ///< labels of controls, quiet remarks, numbers in tables
inline constexpr float small_size = 12.5F; ///< remarks in narrow columns
inline constexpr float tiny_size = 12;     ///< small buttons, numbers beside names

inline constexpr float control_height = 28; ///< of buttons, rows of choices, steppers and low menu rows

enum class ThemeChoice { light, dark };

/// The current theme and scale.
struct Theme {
    ThemeChoice choice = ThemeChoice::light;
    float scale = 1;            ///< screen pixels for one design pixel
    float reading = 1;          ///< extra enlargement of matrices and words, which are read closely
    float zoom = 1;             ///< the user's zoom: 1 is the usual size
    bool reduce_motion = false; ///< no glides, no easing

    const drawing::Palette& palette() const {
        return choice == ThemeChoice::dark ? drawing::dark_palette() : drawing::light_palette();
    }
    drawing::Rgba operator[](drawing::Role role) const { return palette()[role]; }
    /// Design pixels to screen pixels.
    float px(float design) const { return design * scale; }
    /// The scale of what is read closely: follows the user's zoom without limit.
    float reading_scale() const { return scale * reading; }
    float read(float design) const { return design * reading_scale(); }
};

/// Scales for a window.
struct Scales {
    float scale = 1;   ///< scale of everything
    float reading = 1; ///< see Theme
};

/// The usual size follows the monitor's content scale, and the window size where that is much smaller or
/// larger than 1600 × 900, in steps so that fonts are not rebuilt for every pixel. The user's zoom multiplies
/// it. Controls and cards grow only while the window has room for them; what is read closely grows without
/// limit, and scrolls.
Scales scales_for(float window_width, float window_height, float content_scale, float zoom);

/// The content scale, or a smaller one at which every view's controls have room: for windows whose size
/// cannot be limited.
float fitting_content_scale(float window_width, float window_height, float content_scale);

/// The next larger (`direction` 1) or smaller (−1) zoom on offer, 0.6 to 3; unchanged at the ends.
float next_zoom(float zoom, int direction);

} // namespace ui
