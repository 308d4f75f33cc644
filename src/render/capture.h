#pragma once
// What is on screen, as a PNG file.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace render {

struct Image {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb; ///< height × width × 3, from the top left
};

/// The bound framebuffer, which is `width` × `height` pixels.
Image read_framebuffer(int width, int height);

/// Writes the image beside the target and renames it. Throws InputError when it cannot be written; the file
/// that was there before is then untouched.
void write_png(const std::filesystem::path& file, const Image& image);

} // namespace render
