#pragma once
// The painted frame: magnified under a glass, read back, written as a PNG file.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace render {

/// A framebuffer to paint on, bound while this object lives: the system need not keep the pixels of a hidden
/// window. Throws std::bad_alloc.
class OffScreen {
public:
    OffScreen(int width, int height);
    ~OffScreen();
    OffScreen(const OffScreen&) = delete;
    OffScreen& operator=(const OffScreen&) = delete;

private:
    unsigned framebuffer_ = 0, pixels_ = 0;
};

/// Where the glass is, in pixels from the window's top left corner: a square of `size` around (x, y).
struct Lens {
    float x = 0, y = 0, size = 0;
    float factor = 2; ///< magnification
};

/// Enlarges a part of the bound framebuffer, of width × height pixels, in place.
void magnify(const Lens& lens, int width, int height);

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb; ///< height × width × 3, top left first
};

/// Reads the bound framebuffer of `width` × `height` pixels.
Image read_framebuffer(int width, int height);

/// Writes to a temporary file beside the target, then renames it. Throws InputError when it cannot be
/// written; an existing file is then untouched.
void write_png(const std::filesystem::path& file, const Image& image);

} // namespace render
