#pragma once
// A view on the wall: its page in letters of lecture size, of which the picture shows what the slide is
// about.

#include "ui/canvas/ui.h"

#include <functional>

namespace ui {

struct CloseUp {
    std::optional<drawing::Rect> subject = {}; ///< on the page, in design pixels; empty: all of it
    drawing::Point corner = {};                ///< of the page in the window, as last drawn
    float scale = 1;                           ///< pixels to a design pixel, as last drawn
};

/// Draws the page around its subject within `area`: in the letters of `large` where the subject has room,
/// else as large as it fits.
void draw_close_up(const Ui& large, CloseUp& state, const drawing::Rect& area,
                   const std::function<void(Ui& ui, const drawing::Rect& page)>& draw);

/// Looks at these places, which the frame just drawn shows, from the next frame on. None: at the same as
/// before.
void look_at(const Ui& ui, CloseUp& state, const std::vector<drawing::Rect>& places);

} // namespace ui
