#pragma once
// A magnifying glass over the painted frame.

namespace render {

/// Where the glass is, in pixels from the window's top left corner: a square of `size` around (x, y).
struct Lens {
    float x = 0, y = 0, size = 0;
    float factor = 2; ///< magnification
};

/// Enlarges a part of the bound framebuffer, of width × height pixels, in place.
void magnify(const Lens& lens, int width, int height);

} // namespace render
