#pragma once
// The typefaces, rasterised once a scale. ImGui's atlas is fixed, so each face has a ladder of sizes and text
// takes the nearest rung; letters beyond Latin join the atlas when a text first needs them.

#include "drawing/figure.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct ImFont;

namespace ui {

/// A font of the atlas and the size to draw it at.
struct SizedFont {
    ImFont* font = nullptr;
    float size = 0;
};

class Fonts {
public:
    /// Finds the font files on this system. Throws InputError naming the missing file and its package.
    Fonts();

    /// Makes the atlas for a scale; true when it changed, and with it the texture. Cheap when nothing is new.
    bool update(float scale);
    /// Text that will be shown: letters that the atlas lacks are added at the next update.
    void need(std::string_view utf8);
    bool stale() const { return stale_; }
    float scale() const { return scale_; }

    /// The rung of the ladder nearest to `pixels`, to be drawn at exactly `pixels`.
    SizedFont at(drawing::Font font, float pixels) const;

private:
    struct Rung {
        drawing::Font face;
        float design_size;
        ImFont* font = nullptr;
    };

    void build();

    std::vector<std::filesystem::path> files_; // by drawing::Font
    std::filesystem::path fallback_file_;
    std::vector<Rung> ladder_;
    std::set<char32_t> extra_;
    std::vector<unsigned short> ranges_text_, ranges_digits_, ranges_rare_;
    float scale_ = 0;
    bool stale_ = true;
};

} // namespace ui
