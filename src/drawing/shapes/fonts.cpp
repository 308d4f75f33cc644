#include "drawing/shapes/fonts.h"

#include "base/input_error.h"
#include "base/system.h"

#include <array>

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
