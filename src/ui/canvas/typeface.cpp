#include "ui/canvas/typeface.h"

#include "base/input_error.h"

#include <cmath>
#include <fstream>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H

namespace ui {

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

Typeface::Typeface(const drawing::FaceFile& file, const std::string& hint) : face_(open_face(file, hint)) {}
Typeface::~Typeface() = default;

bool Typeface::has(char32_t letter) const {
    return face_->has(letter);
}

float Typeface::em(float line) const {
    return face_->em(line);
}

LetterPicture Typeface::picture(char32_t letter, float em) const {
    return face_->picture(letter, em);
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

} // namespace ui
