#pragma once
// Letters that join the atlas one by one. Dear ImGui makes an atlas as a whole, which takes too long to do
// again for every letter that somebody types: so a part of it is kept free, and filled as texts need it.

#include "ui/typeface.h"

#include <map>
#include <vector>

struct ImFont;
struct ImFontAtlas;

namespace ui {

class GlyphSheet {
public:
    /// Keeps room in an atlas that is about to be built, `height` pixels over its whole width.
    void reserve(ImFontAtlas& atlas, int height);
    /// The atlas was built: letters can come.
    void begin(const ImFontAtlas& atlas);
    /// Adds letters to a font of the atlas, drawn from the faces beside them at this em; false when the sheet
    /// is full.
    bool add(ImFont& font, const std::vector<std::pair<char32_t, const Typeface*>>& letters, float em);
    /// Brings what was added to the graphics card.
    void upload(const ImFontAtlas& atlas);

private:
    struct Place {
        int x = 0, y = 0;
    };
    /// Where a picture of this size goes; nothing when there is no room.
    bool find_place(int width, int height, Place& place);

    struct Fresh {
        Place place;
        LetterPicture picture;
    };

    int rect_ = -1;                ///< of the atlas
    Place origin_;                 ///< of the sheet on the atlas, pixels
    int width_ = 0, height_ = 0;   ///< of the sheet
    std::map<int, Place> shelves_; ///< by height: where the next picture on the shelf goes
    int used_ = 0;                 ///< rows that have a shelf
    std::vector<Fresh> fresh_;     ///< not on the graphics card yet
};

} // namespace ui
