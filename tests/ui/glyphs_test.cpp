// Whatever the program says is made of letters that its fonts have: no text shows a "?" in a box.

#include "drawing/font_file.h"
#include "lesson/narration.h"

#include <doctest/doctest.h>
#include <utf8proc.h>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using drawing::Font;

namespace {

class FontFile {
public:
    explicit FontFile(const fs::path& path) : bytes_(read(path)) {
        REQUIRE(stbtt_InitFont(&font_, bytes_.data(), stbtt_GetFontOffsetForIndex(bytes_.data(), 0)) != 0);
    }
    bool has(int letter) const { return stbtt_FindGlyphIndex(&font_, letter) != 0; }

private:
    static std::vector<unsigned char> read(const fs::path& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::vector<unsigned char> bytes_;
    stbtt_fontinfo font_{};
};

/// The letters of a text that neither the face nor the one that fills its gaps has.
std::string missing(const std::string& text, const FontFile& face, const FontFile& fallback) {
    std::string lacking;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    for (auto left = static_cast<utf8proc_ssize_t>(text.size()); left > 0;) {
        utf8proc_int32_t letter = 0;
        const utf8proc_ssize_t length = utf8proc_iterate(bytes, left, &letter);
        REQUIRE(length > 0);
        if (letter != '\n' && !face.has(letter) && !fallback.has(letter))
            lacking.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
        bytes += length;
        left -= length;
    }
    return lacking;
}

} // namespace

TEST_CASE("every text can be written with the program's own fonts") {
    const auto texts = lesson::Texts::load(fs::path(ATTENTION_LAB_SOURCE_DIR) / "assets" / "texts");
    const FontFile fallback(drawing::find_font(drawing::fallback_font_file()));
    for (const Font font : {Font::sans, Font::sans_medium, Font::sans_bold, Font::mono, Font::mono_bold}) {
        const FontFile face(drawing::find_font(drawing::font_file(font)));
        for (const auto& [name, text] : texts.all()) {
            const std::string lacking = missing(text, face, fallback);
            CHECK_MESSAGE(lacking.empty(), name, " lacks ", lacking);
        }
    }
}

TEST_CASE("a letter that no font has is noticed") {
    const FontFile fallback(drawing::find_font(drawing::fallback_font_file()));
    CHECK(missing("a\u2298\U0001F600", fallback, fallback).find("😀") != std::string::npos);
}
