#include "ui/canvas/fonts.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <ft2build.h>
#include <glad/gl.h>
#include <imgui.h>
#include <utf8proc.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H

namespace ui {

// Faces.

namespace {

constexpr float fixed_6 = 64, fixed_16 = 65536; // FreeType uses 64ths of a pixel, and 65536ths

/// FreeType, kept alive as long as any face needs it.
FT_Library library() {
    struct Library {
        FT_Library handle = nullptr;
        Library() { FT_Init_FreeType(&handle); }
        ~Library() { FT_Done_FreeType(handle); }
        Library(const Library&) = delete;
        Library& operator=(const Library&) = delete;
    };
    static const Library the;
    return the.handle;
}

/// True when the file is complete. FreeType silently skips tables that lie beyond its end.
bool is_whole(FT_Face face, const std::filesystem::path& file) {
    unsigned char head[6] = {}; // a 4-byte tag and the number of tables
    std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(head), sizeof head);
    const FT_ULong promised = head[4] * 256U + head[5];
    FT_ULong found = 0;
    return face->num_faces > 1 || FT_Sfnt_Table_Info(face, 0, nullptr, &found) != 0 || found == promised;
}

/// True when every ASCII letter can be read: the atlas is built from them, by code that trusts the file.
/// Collections, which are large, are never used for it.
bool is_sound(FT_Face face) {
    if (face->num_faces > 1) return true;
    for (FT_ULong letter = ' '; letter < 0x7F; ++letter)
        if (const FT_UInt glyph = FT_Get_Char_Index(face, letter);
            glyph != 0 && FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) != 0)
            return false;
    return face->units_per_EM > 0 && face->ascender > face->descender;
}

class FileFace : public Face {
public:
    FileFace(const drawing::FaceFile& file, const std::string& hint) {
        if (FT_New_Face(library(), file.path.string().c_str(), file.index, &face_) == 0 &&
            is_whole(face_, file.path) && is_sound(face_))
            return;
        close();
        throw base::InputError(file.path.string(), "the font cannot be read", hint);
    }
    ~FileFace() override { close(); }
    FileFace(const FileFace&) = delete;
    FileFace& operator=(const FileFace&) = delete;

    bool has(char32_t letter) const override { return FT_Get_Char_Index(face_, letter) != 0; }
    float em(float line) const override {
        return line * static_cast<float>(face_->units_per_EM) /
               static_cast<float>(face_->ascender - face_->descender);
    }
    LetterPicture picture(char32_t letter, float em) const override;

private:
    void close() {
        if (face_) FT_Done_Face(face_);
    }

    FT_Face face_ = nullptr;
};

LetterPicture FileFace::picture(char32_t letter, float em) const {
    FT_Size_RequestRec size{FT_SIZE_REQUEST_TYPE_NOMINAL, 0, std::lround(em * fixed_6), 0, 0};
    if (FT_Request_Size(face_, &size) != 0 ||
        FT_Load_Char(face_, letter, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP | FT_LOAD_RENDER) != 0)
        return {};
    const FT_GlyphSlotRec* slot = face_->glyph;
    const FT_Bitmap& bitmap = slot->bitmap;
    LetterPicture picture{static_cast<int>(bitmap.width),
                          static_cast<int>(bitmap.rows),
                          {},
                          slot->bitmap_left,
                          slot->bitmap_top,
                          static_cast<float>(slot->linearHoriAdvance) / fixed_16};
    for (int row = 0; row < picture.height; ++row) {
        const unsigned char* line = bitmap.buffer + static_cast<std::ptrdiff_t>(row) * bitmap.pitch;
        picture.cover.insert(picture.cover.end(), line, line + picture.width);
    }
    return picture;
}

} // namespace

std::unique_ptr<Face> face_in(const drawing::FaceFile& file, const std::string& hint) {
    return std::make_unique<FileFace>(file, hint);
}

const std::optional<drawing::FaceFile>* GlyphFallback::find(char32_t letter) {
    const auto known = answers_.find(letter);
    if (known != answers_.end()) return &known->second;
    asked_.insert(letter);
    return nullptr;
}

bool GlyphFallback::take() {
    const auto result = worker_.take();
    if (!result) return false;
    if (result->error) // no font list: no font has the letters
        for (const char32_t letter : asked_)
            answers_[letter] = std::nullopt;
    else
        for (const auto& [letter, file] : *std::static_pointer_cast<const Answers>(result->made))
            answers_[letter] = file;
    std::erase_if(asked_, [&](char32_t letter) { return answers_.contains(letter); });
    return true;
}

void GlyphFallback::send() {
    if (asked_.empty() || worker_.busy()) return;
    worker_.start([finder = finder_, letters = std::u32string(asked_.begin(), asked_.end())](
                      const base::StopToken&) { return std::make_shared<const Answers>(finder(letters)); });
}

// The part of the atlas that grows.

namespace {

constexpr int atlas_width = 2048; // pixels
constexpr int gap = 1;            // between glyphs: keeps neighbours out of smoothed edges

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
    constexpr int step = 4; // glyphs of nearly the same height share a shelf
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

bool GlyphSheet::add(ImFont& font, const std::vector<std::pair<char32_t, const Face*>>& letters, float em) {
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
    std::vector<unsigned char> pixels; // white, with the glyph's coverage as alpha
    for (const auto& [place, picture] : fresh_) {
        pixels.assign(picture.cover.size() * 4, 0xFF);
        for (std::size_t i = 0; i < picture.cover.size(); ++i)
            pixels[4 * i + 3] = picture.cover[i];
        glTexSubImage2D(GL_TEXTURE_2D, 0, place.x, place.y, picture.width, picture.height, GL_RGBA,
                        GL_UNSIGNED_BYTE, pixels.data());
    }
    fresh_.clear();
}

// The ladder of fonts.

namespace {

using drawing::Font;
using drawing::Glyph;

/// The sizes at which each face is rasterised, design pixels.
struct Ladder {
    Font font;
    std::vector<float> sizes;
};

const std::vector<Ladder>& ladders() {
    static const std::vector<Ladder> all{
        {Font::sans, {11.5F, 13, 15, 18}},
        {Font::sans_medium, {13, 15}},
        {Font::sans_bold, {11.5F, 13, 15, 18, 25, 34}},
        {Font::mono, {8, 9, 10, 11, 12, 13, 15, 16.5F, 18, 24, 32, 42}},
        {Font::mono_bold, {8, 9, 10, 11, 12, 13, 15, 16.5F, 18, 24, 42, 53}},
        {Font::serif, {12, 16, 23, 48}},
        {Font::serif_italic, {12, 16, 23, 48}},
        {Font::math, {12, 16, 23, 48}},
    };
    return all;
}

constexpr ImWchar ascii[] = {0x20, 0x7E, 0};
// Above the first size, rungs are at least this ratio apart; above the second, glyphs are stretched from the
// largest rung. The difference is invisible, and rasterising takes less time.
constexpr float large_pixels = 48, most_pixels = 96, large_ratio = 1.25F;
constexpr int most_a_frame = 32; // glyphs from system fonts: about 3 ms at 3840 × 2160
constexpr char32_t box = U'□';   // shown in text fields for letters that cannot be drawn

bool is_mono(Font font) {
    return font == Font::mono || font == Font::mono_bold;
}

std::string install_again(const char* package) {
    return "install the package " + std::string(package) + " again";
}

} // namespace

Fonts::Fonts(GlyphFallback::Finder finder) : search_(std::move(finder)) {
    for (std::size_t i = 0; i <= drawing::font_count; ++i) {
        const drawing::FontFile& wanted = i < drawing::font_count ? drawing::font_file(static_cast<Font>(i))
                                                                  : drawing::fallback_font_file();
        OwnFace face;
        try {
            face.file = {drawing::find_font(wanted)};
            face.face = open_face(face.file, install_again(wanted.package));
        } catch (const base::InputError& error) {
            mistakes_.push_back(error);
        }
        own_.push_back(std::move(face));
    }
    // Any of our faces is better than no window.
    const auto sound = std::ranges::find_if(own_, [](const OwnFace& face) { return !!face.face; });
    if (sound == own_.end()) throw base::InputError(mistakes_.front());
    for (OwnFace& face : own_)
        if (!face.face) {
            face.file = sound->file;
            face.face = open_face(face.file, "");
        }
}

bool Fonts::update(float scale, float reading) {
    search_.take();
    budget_ = most_a_frame;
    postponed_ = false;
    if (scale == scale_ && reading == reading_ && !stale_) return false;
    if (scale != scale_) sheet_height_ = 64 * static_cast<int>(std::ceil(2 * scale * scale));
    scale_ = scale;
    reading_ = reading;
    stale_ = false;
    build();
    return true;
}

void Fonts::build() {
    ladder_.clear();
    for (const Ladder& ladder : ladders()) {
        float last = 0; // pixels
        for (const float size : ladder.sizes) {
            const float pixels = size * scale_;
            const bool is_near = pixels > large_pixels && pixels < large_ratio * last;
            if (last > 0 && (is_near || pixels > most_pixels)) continue;
            last = pixels;
            ladder_.push_back({ladder.font, size});
            if (reading_ > 1) ladder_.push_back({ladder.font, size * reading_});
        }
    }
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    for (Rung& rung : ladder_) {
        ImFontConfig config;
        const float pixels = std::round(rung.design_size * scale_);
        config.OversampleH = is_mono(rung.face) || pixels > large_pixels ? 1 : 2;
        config.PixelSnapH = is_mono(rung.face);
        const std::string file = own_[static_cast<std::size_t>(rung.face)].file.path.string();
        rung.font = atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, ascii);
    }
    sheet_.reserve(atlas, sheet_height_);
    atlas.Build();
    sheet_.begin(atlas);
}

void Fonts::finish_frame() {
    sheet_.upload(*ImGui::GetIO().Fonts);
    search_.send();
}

SizedFont Fonts::at(Font font, float pixels) const {
    float distance = HUGE_VALF; // runs for every text in every frame: a single scan of the ladder
    std::size_t best = 0;
    for (std::size_t i = 0; i < ladder_.size(); ++i) {
        if (ladder_[i].face != font) continue;
        if (const float far = std::abs(ladder_[i].font->FontSize - pixels); far < distance) {
            best = i;
            distance = far;
        }
    }
    // Near a rung, glyphs are drawn at their rasterised size: sharp.
    ImFont* chosen = ladder_[best].font;
    return {chosen, distance < 0.75F ? chosen->FontSize : pixels, best};
}

const Face* Fonts::face_with(Font face, char32_t letter, bool& awaited) {
    for (const std::size_t i : {static_cast<std::size_t>(face), drawing::font_count})
        if (own_[i].face->has(letter)) return own_[i].face.get();
    const auto* found = search_.find(letter);
    awaited = !found;
    if (awaited || !*found) return nullptr;
    const auto [place, is_new] = system_.try_emplace(**found);
    if (is_new) try {
            place->second = open_face(**found, "reinstall the package it belongs to");
        } catch (const base::InputError& error) {
            mistakes_.push_back(error);
        }
    if (!place->second || !place->second->has(letter)) return nullptr;
    awaited = postponed_ = budget_ == 0;
    if (awaited) return nullptr;
    --budget_;
    return place->second.get();
}

Glyph Fonts::glyph(const Rung& rung, char32_t letter, Letters& fresh) {
    if (letter <= 0xFFFF && rung.font->FindGlyphNoFallback(static_cast<ImWchar>(letter))) return Glyph::there;
    bool awaited = false;
    const Face* face = drawing::can_be_drawn(letter) ? face_with(rung.face, letter, awaited) : nullptr;
    if (awaited) return Glyph::awaited;
    if (!face) {
        if (reported_.insert(letter).second) missing_ += letter;
        return Glyph::missing;
    }
    if (std::ranges::find(fresh, letter, &Letters::value_type::first) == fresh.end())
        fresh.emplace_back(letter, face);
    return Glyph::there;
}

void Fonts::add(const SizedFont& sized, const Letters& fresh) {
    if (fresh.empty()) return;
    const auto face = static_cast<std::size_t>(ladder_[sized.rung].face);
    if (sheet_.add(*sized.font, fresh, own_[face].face->em(sized.font->FontSize))) return;
    sheet_height_ *= 2; // so that the next frame has room
    stale_ = true;
}

std::string_view Fonts::drawn(const SizedFont& sized, std::string_view utf8, std::string& room) {
    Letters fresh;
    const std::string_view text = drawing::display_text(
        utf8, [&](char32_t letter) { return glyph(ladder_[sized.rung], letter, fresh); }, room);
    add(sized, fresh);
    return text;
}

void Fonts::prepare_field(const SizedFont& sized, std::string_view utf8) {
    Letters fresh;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    auto left = static_cast<utf8proc_ssize_t>(utf8.size());
    glyph(ladder_[sized.rung], box, fresh);
    while (left > 0) {
        utf8proc_int32_t letter = 0;
        const utf8proc_ssize_t length = utf8proc_iterate(bytes, left, &letter);
        if (length <= 0) break;
        if (letter > 0x7F) glyph(ladder_[sized.rung], static_cast<char32_t>(letter), fresh);
        bytes += length;
        left -= length;
    }
    add(sized, fresh);
    if (sized.font->FallbackChar == box) return;
    sized.font->FallbackChar = static_cast<ImWchar>(box);
    sized.font->BuildLookupTable();
}

} // namespace ui
