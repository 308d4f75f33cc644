#pragma once
// The program's typefaces and the files that hold them.

#include "drawing/figure.h"

#include <filesystem>

namespace drawing {

inline constexpr std::size_t font_count = 8;

struct FontFile {
    const char* file;    ///< path below a system's font folder
    const char* package; ///< the Debian package that provides it
    const char* family;  ///< its name in other programs
};

const FontFile& font_file(Font font);
/// The fallback face, for symbols and letters that the others lack.
const FontFile& fallback_font_file();

/// The file's path: among the fonts that came with the program, or on this system. Throws InputError naming
/// it and its package.
std::filesystem::path find_font(const FontFile& file);

} // namespace drawing
