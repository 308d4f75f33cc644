#pragma once
// Adds letters to the atlas one by one. Dear ImGui builds an atlas as a whole, which is too slow to repeat
// for every letter typed: so part of it is reserved, and filled as texts need it.

#include "ui/canvas/typeface.h"

#include <map>
#include <vector>

struct ImFont;
struct ImFontAtlas;

namespace ui {

class GlyphSheet {
public:
    /// Reserves `height` pixels over the full width of an atlas that is about to be built.
    void reserve(ImFontAtlas& atlas, int height);
    /// Called once the atlas is built: letters can now be added.
    void begin(const ImFontAtlas& atlas);
    /// Adds letters, each with its face, to an atlas font at this em; false when the sheet is full.
    bool add(ImFont& font, const std::vector<std::pair<char32_t, const Typeface*>>& letters, float em);
    /// Uploads added letters to the GPU.
    void upload(const ImFontAtlas& atlas);

private:
    struct Place {
        int x = 0, y = 0;
    };
    /// Finds a place for a picture of this size; false when there is no room.
    bool find_place(int width, int height, Place& place);

    struct Fresh {
        Place place;
        LetterPicture picture;
    };

    int rect_ = -1;                ///< rectangle id in the atlas
    Place origin_;                 ///< of the sheet in the atlas, pixels
    int width_ = 0, height_ = 0;   ///< of the sheet
    std::map<int, Place> shelves_; ///< by height: position of the next picture on the shelf
    int used_ = 0;                 ///< pixel rows taken by shelves
    std::vector<Fresh> fresh_;     ///< not on the GPU yet
};

} // namespace ui
