// No fonts of the system: the program was built without fontconfig.

#include "drawing/shapes/fonts.h"

namespace drawing {

std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters) {
    std::map<char32_t, std::optional<FaceFile>> files;
    for (const char32_t letter : letters)
        files[letter] = std::nullopt;
    return files;
}

} // namespace drawing
