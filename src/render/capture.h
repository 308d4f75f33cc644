#pragma once
// Reads painted pixels back, and writes them as a PNG file.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace render {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb; ///< height × width × 3, top left first
};

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

/// Reads the bound framebuffer of `width` × `height` pixels.
Image read_framebuffer(int width, int height);

/// Writes to a temporary file beside the target, then renames it. Throws InputError when it cannot be
/// written; an existing file is then untouched.
void write_png(const std::filesystem::path& file, const Image& image);

} // namespace render
