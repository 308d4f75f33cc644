#pragma once
// Which typefaces the program is set in, and the files that hold them.

#include "drawing/figure.h"

#include <filesystem>

namespace drawing {

inline constexpr std::size_t font_count = 8;

struct FontFile {
    const char* file;    ///< below a folder of fonts
    const char* package; ///< of Debian, that brings it
    const char* family;  ///< what other programs call it
};

const FontFile& font_file(Font font);
/// The face that has the signs and letters which the others lack.
const FontFile& fallback_font_file();

/// Where the file is on this system. Throws InputError naming it and its package.
std::filesystem::path find_font(const FontFile& file);

} // namespace drawing
