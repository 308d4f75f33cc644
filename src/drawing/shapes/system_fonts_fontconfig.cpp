// The fonts that fontconfig knows.

#include "drawing/shapes/fonts.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <memory>
#include <vector>

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
