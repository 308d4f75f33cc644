#include "drawing/shapes/fonts.h"

#include "base/input_error.h"
#include "base/system.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <vector>

#ifdef _WIN32
#include <ft2build.h>
#include FT_FREETYPE_H
#endif
#ifdef ATTENTION_LAB_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

namespace drawing {

namespace fs = std::filesystem;

// The program's typefaces.

const FontFile& font_file(Font font) {
    constexpr const char *mono = "fonts-jetbrains-mono", *modern = "fonts-lmodern"; // by Font
    static constexpr std::array<FontFile, font_count> files{{
        {"opentype/inter/Inter-Regular.otf", "fonts-inter", "Inter"},
        {"opentype/inter/Inter-Medium.otf", "fonts-inter", "Inter Medium"},
        {"opentype/inter/Inter-SemiBold.otf", "fonts-inter", "Inter SemiBold"},
        {"truetype/jetbrains-mono/JetBrainsMono-Regular.ttf", mono, "JetBrains Mono"},
        {"truetype/jetbrains-mono/JetBrainsMono-Bold.ttf", mono, "JetBrains Mono"},
        {"texmf/fonts/opentype/public/lm/lmroman10-regular.otf", modern, "Latin Modern Roman"},
        {"texmf/fonts/opentype/public/lm/lmroman10-italic.otf", modern, "Latin Modern Roman"},
        {"texmf/fonts/opentype/public/lm-math/latinmodern-math.otf", modern, "Latin Modern Math"},
    }};
    return files[static_cast<std::size_t>(font)];
}

const FontFile& fallback_font_file() {
    static constexpr FontFile file{"truetype/dejavu/DejaVuSans.ttf", "fonts-dejavu-core", "DejaVu Sans"};
    return file;
}

fs::path find_font(const FontFile& file) {
    const fs::path name = fs::path(file.file).filename();
    std::error_code unknown;
    if (fs::path ours = base::data_folder() / "fonts" / name; fs::exists(ours, unknown)) return ours;
    for (const char* root : {"/usr/share/fonts", "/usr/share", "/usr/local/share/fonts"})
        if (fs::path path = fs::path(root) / file.file; fs::exists(path, unknown)) return path;
    throw base::InputError(name.string(), "font file not found",
                           "install the package " + std::string(file.package) +
                               ", or unpack the program again with all its files");
}

} // namespace drawing

// The system's fonts: those that come with Windows, the browser's own, or those that fontconfig knows.

#if defined(_WIN32)

namespace drawing {

namespace {

/// The first that has a letter draws it: most languages, symbols, simplified and traditional Chinese,
/// Japanese, Korean; then the fonts of older versions.
constexpr const char* of_windows[] = {"segoeui.ttf",  "seguisym.ttf", "msyh.ttc",   "msjh.ttc",
                                      "YuGothM.ttc",  "malgun.ttf",   "simsun.ttc", "mingliub.ttc",
                                      "msgothic.ttc", "arial.ttf"};

struct Library {
    FT_Library handle = nullptr;
    Library() { FT_Init_FreeType(&handle); }
    ~Library() { FT_Done_FreeType(handle); }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;
};

using Face = std::unique_ptr<FT_FaceRec, decltype(&FT_Done_Face)>;

/// Null if there is no such font.
Face open(const Library& library, const std::filesystem::path& file) {
    FT_Face face = nullptr;
    FT_New_Face(library.handle, file.string().c_str(), 0, &face);
    return {face, &FT_Done_Face};
}

} // namespace

std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters) {
    std::map<char32_t, std::optional<FaceFile>> files;
    for (const char32_t letter : letters)
        files[letter] = std::nullopt;
    const wchar_t* windows = _wgetenv(L"WINDIR");
    if (!windows) return files;
    const Library library;
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

#elif defined(__EMSCRIPTEN__)

namespace drawing {

std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters) {
    std::map<char32_t, std::optional<FaceFile>> files;
    for (const char32_t letter : letters)
        files[letter] = page_has_letter(letter) != 0 ? std::optional(FaceFile{page_fonts}) : std::nullopt;
    return files;
}

} // namespace drawing

#elif defined(ATTENTION_LAB_FONTCONFIG)

namespace drawing {
namespace {

using Pattern = std::unique_ptr<FcPattern, decltype(&FcPatternDestroy)>;
using Config = std::unique_ptr<FcConfig, decltype(&FcConfigDestroy)>;
using Letters = std::unique_ptr<FcCharSet, decltype(&FcCharSetDestroy)>;

/// The font lists, read on first use. Not fontconfig's default configuration, which nothing frees.
FcConfig* config() {
    static const Config lists(FcInitLoadConfigAndFonts(), &FcConfigDestroy);
    return lists.get();
}

Pattern wanted(char32_t letter) {
    const Letters letters(FcCharSetCreate(), &FcCharSetDestroy);
    FcCharSetAddChar(letters.get(), letter);
    Pattern pattern(FcPatternCreate(), &FcPatternDestroy);
    FcPatternAddCharSet(pattern.get(), FC_CHARSET, letters.get());
    FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
    FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
    FcPatternAddBool(pattern.get(), FC_COLOR, FcFalse);
    FcConfigSubstitute(config(), pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    return pattern;
}

/// A font and the letters it has.
class Found {
public:
    explicit Found(Pattern match) : match_(std::move(match)) {}

    bool has(char32_t letter) const {
        FcCharSet* letters = nullptr;
        return match_ && FcPatternGetCharSet(match_.get(), FC_CHARSET, 0, &letters) == FcResultMatch &&
               FcCharSetHasChar(letters, letter);
    }
    FaceFile file() const {
        FcChar8* path = nullptr;
        int index = 0;
        FcPatternGetString(match_.get(), FC_FILE, 0, &path);
        FcPatternGetInteger(match_.get(), FC_INDEX, 0, &index);
        return {path ? reinterpret_cast<const char*>(path) : "", index};
    }

private:
    Pattern match_;
};

} // namespace

std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters) {
    std::map<char32_t, std::optional<FaceFile>> files;
    std::vector<Found> found; // a query costs a millisecond, so fonts already found are tried first
    for (const char32_t letter : letters) {
        const auto has_it = [letter](const Found& font) { return font.has(letter); };
        auto font = std::ranges::find_if(found, has_it);
        if (font == found.end()) {
            FcResult result = FcResultNoMatch;
            Found match(Pattern(FcFontMatch(config(), wanted(letter).get(), &result), &FcPatternDestroy));
            if (match.has(letter)) font = found.insert(found.end(), std::move(match));
        }
        files[letter] = font == found.end() ? std::nullopt : std::optional(font->file());
    }
    return files;
}

} // namespace drawing

#else

namespace drawing {

std::map<char32_t, std::optional<FaceFile>> system_fonts_with(const std::u32string& letters) {
    std::map<char32_t, std::optional<FaceFile>> files;
    for (const char32_t letter : letters)
        files[letter] = std::nullopt;
    return files;
}

} // namespace drawing

#endif
