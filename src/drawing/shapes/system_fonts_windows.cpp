// The fonts that come with Windows.

#include "drawing/shapes/fonts.h"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace drawing {

namespace {

/// The first that has a letter draws it: most languages, symbols, simplified and traditional Chinese,
/// Japanese, Korean; then the fonts of older versions.
constexpr const char* of_windows[] = {"segoeui.ttf",  "seguisym.ttf", "msyh.ttc",   "msjh.ttc",
                                      "YuGothM.ttc",  "malgun.ttf",   "simsun.ttc", "mingliub.ttc",
                                      "msgothic.ttc", "arial.ttf"};

using Library = std::unique_ptr<FT_LibraryRec_, decltype(&FT_Done_FreeType)>;
using Face = std::unique_ptr<FT_FaceRec, decltype(&FT_Done_Face)>;

Library begin() {
    FT_Library library = nullptr;
    FT_Init_FreeType(&library);
    return {library, &FT_Done_FreeType};
}

/// Null if there is no such font.
Face open(const Library& library, const std::filesystem::path& file) {
    FT_Face face = nullptr;
    FT_New_Face(library.get(), file.string().c_str(), 0, &face);
    return {face, &FT_Done_Face};
}

} // namespace

std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters) {
    std::map<char32_t, std::optional<FaceFile>> files;
    for (const char32_t letter : letters)
        files[letter] = std::nullopt;
    const wchar_t* windows = _wgetenv(L"WINDIR");
    if (!windows) return files;
    const Library library = begin();
    for (const char* name : of_windows) {
        if (std::ranges::none_of(files, [](const auto& of_letter) { return !of_letter.second; })) break;
        const std::filesystem::path path = std::filesystem::path(windows) / "Fonts" / name;
        const Face face = open(library, path);
        for (auto& [letter, file] : files)
            if (face && !file && FT_Get_Char_Index(face.get(), letter) != 0) file = FaceFile{path, 0};
    }
    return files;
}

} // namespace drawing
