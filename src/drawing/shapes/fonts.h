#pragma once
// The program's typefaces and their files, and the system's fonts for letters that those lack.

#include "drawing/shapes/figure.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

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

// The system's fonts.

/// A face in a file; a collection (.ttc) holds several.
struct FaceFile {
    std::filesystem::path path;
    int index = 0;
    auto operator<=>(const FaceFile&) const = default;
};

/// For each letter, the system's preferred font, as fontconfig, Windows or the browser says; empty when none
/// has it, or when the program was built without fontconfig. May be called on any thread. The first call
/// takes tens of milliseconds, while fontconfig reads its lists.
std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters);

} // namespace drawing

#ifdef __EMSCRIPTEN__

// The fonts of a browser are not files: this name stands for them, and the page measures their text
// (web/letters.js).

namespace drawing {

inline constexpr const char* page_fonts = "the browser's fonts";

} // namespace drawing

extern "C" {

/// True when one of them has the letter; web/letters.js.
int page_has_letter(char32_t letter);

/// The width of a line of text, and the em and ascent of its face; pixels.
struct PageText {
    float width, em, ascent;
};
/// Measures a line of text, `size` pixels high, in one of the program's faces (drawing::Font).
void page_measure_text(int font, float size, const char* text, PageText* result);

} // extern "C"

#endif
