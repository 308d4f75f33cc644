#include "ui/canvas/glyph_sheet.h"

#include <glad/gl.h>

#include <imgui.h>

#include <cmath>

namespace ui {
namespace {

constexpr int atlas_width = 2048, gap = 1; // pixels; the gap keeps neighbouring glyphs out of smoothed edges

} // namespace

void GlyphSheet::reserve(ImFontAtlas& atlas, int height) {
    atlas.Flags |= ImFontAtlasFlags_NoPowerOfTwoHeight;
    atlas.TexDesiredWidth = atlas_width;
    width_ = atlas_width - 2 * gap;
    height_ = height;
    rect_ = atlas.AddCustomRectRegular(width_, height_);
}

void GlyphSheet::begin(const ImFontAtlas& atlas) {
    const ImFontAtlasCustomRect& rect = atlas.CustomRects[rect_];
    origin_ = {rect.X, rect.Y};
    shelves_.clear();
    fresh_.clear();
    used_ = 0;
}

bool GlyphSheet::find_place(int width, int height, Place& place) {
    constexpr int step = 4; // letters of nearly the same height share a shelf
    const int shelf_height = (height + gap + step - 1) / step * step;
    auto shelf = shelves_.find(shelf_height);
    if (shelf == shelves_.end() || shelf->second.x + width + gap > width_) {
        if (used_ + shelf_height > height_) return false;
        shelf = shelves_.insert_or_assign(shelf_height, Place{0, used_}).first;
        used_ += shelf_height;
    }
    place = {origin_.x + shelf->second.x, origin_.y + shelf->second.y};
    shelf->second.x += width + gap;
    return true;
}

bool GlyphSheet::add(ImFont& font, const std::vector<std::pair<char32_t, const Typeface*>>& letters,
                     float em) {
    const ImVec2 unit = font.ContainerAtlas->TexUvScale;
    const float baseline = std::round(font.Ascent);
    bool room = true;
    for (const auto& [letter, face] : letters) {
        LetterPicture picture = face->picture(letter, em);
        Place place;
        if (!find_place(picture.width, picture.height, place)) {
            room = false;
            break;
        }
        const auto x = static_cast<float>(place.x), y = static_cast<float>(place.y),
                   wide = static_cast<float>(picture.width), high = static_cast<float>(picture.height),
                   left = static_cast<float>(picture.left),
                   top = baseline - static_cast<float>(picture.above);
        font.AddGlyph(font.ConfigData, static_cast<ImWchar>(letter), left, top, left + wide, top + high,
                      x * unit.x, y * unit.y, (x + wide) * unit.x, (y + high) * unit.y, picture.advance);
        if (!picture.cover.empty()) fresh_.push_back({place, std::move(picture)});
    }
    font.BuildLookupTable();
    return room;
}

void GlyphSheet::upload(const ImFontAtlas& atlas) {
    if (fresh_.empty()) return;
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(reinterpret_cast<std::intptr_t>(atlas.TexID)));
    std::vector<unsigned char> pixels; // white, with the letter's coverage as alpha
    for (const auto& [place, picture] : fresh_) {
        pixels.assign(picture.cover.size() * 4, 0xFF);
        for (std::size_t i = 0; i < picture.cover.size(); ++i)
            pixels[4 * i + 3] = picture.cover[i];
        glTexSubImage2D(GL_TEXTURE_2D, 0, place.x, place.y, picture.width, picture.height, GL_RGBA,
                        GL_UNSIGNED_BYTE, pixels.data());
    }
    fresh_.clear();
}

} // namespace ui
