#ifdef ATTENTION_LAB_CAIRO

#include "drawing/cairo_fonts.h"

#include "base/input_error.h"
#include "base/utf8.h"
#include "drawing/display_text.h"
#include "drawing/font_file.h"
#include "drawing/script.h"

#include <cairo-ft.h>

namespace drawing {
namespace {

constexpr double unit = 1000; // the size at which faces are measured

/// A FreeType face and its library; Cairo keeps both as long as it needs the face.
struct OpenFile {
    FT_Library library = nullptr;
    FT_Face face = nullptr;

    explicit OpenFile(const FaceFile& file) {
        if (FT_Init_FreeType(&library) == 0)
            FT_New_Face(library, file.path.string().c_str(), file.index, &face);
    }
    ~OpenFile() {
        if (face) FT_Done_Face(face);
        if (library) FT_Done_FreeType(library);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
};

cairo_font_face_t* face_of_file(const FaceFile& wanted) {
    static const cairo_user_data_key_t key{};
    auto file = std::make_unique<OpenFile>(wanted);
    if (!file->face)
        throw base::InputError(wanted.path.string(), "the font file cannot be read",
                               "reinstall the package it belongs to");
    cairo_font_face_t* face = cairo_ft_font_face_create_for_ft_face(file->face, FT_LOAD_NO_HINTING);
    cairo_font_face_set_user_data(face, &key, file.release(),
                                  [](void* owned) { delete static_cast<OpenFile*>(owned); });
    return face;
}

const FontFile& file_of(std::size_t i) {
    return i < font_count ? font_file(static_cast<Font>(i)) : fallback_font_file();
}

/// Looks the face up by family name among the installed fonts.
cairo_font_face_t* face_named(std::size_t i) {
    const auto font = static_cast<Font>(i);
    const bool bold = font == Font::sans_bold || font == Font::mono_bold;
    return cairo_toy_font_face_create(
        file_of(i).family, font == Font::serif_italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
        bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

} // namespace

cairo_font_options_t* paper_font_options() {
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    return options;
}

struct CairoFonts::Face {
    cairo_font_face_t* face;
    cairo_scaled_font_t* scaled;
    cairo_font_extents_t extents = {};

    struct Letter {
        bool is_there = false;
        double advance = 0; ///< at size 1
    };
    std::map<std::string, Letter, std::less<>> letters;

    explicit Face(cairo_font_face_t* made) : face(made) {
        cairo_matrix_t size, here;
        cairo_matrix_init_scale(&size, unit, unit);
        cairo_matrix_init_identity(&here);
        cairo_font_options_t* options = paper_font_options();
        scaled = cairo_scaled_font_create(face, &size, &here, options);
        cairo_font_options_destroy(options);
        cairo_scaled_font_extents(scaled, &extents);
    }
    ~Face() {
        cairo_scaled_font_destroy(scaled);
        cairo_font_face_destroy(face);
    }
    Face(const Face&) = delete;
    Face& operator=(const Face&) = delete;

    /// The font size that gives a line of this height.
    double em(float line) const { return line * unit / (extents.ascent + extents.descent); }

    const Letter& letter(std::string_view character) {
        const auto known = letters.find(character);
        if (known != letters.end()) return known->second;
        Letter found;
        cairo_glyph_t* glyphs = nullptr;
        int count = 0;
        const auto status = cairo_scaled_font_text_to_glyphs(scaled, 0, 0, character.data(),
                                                             static_cast<int>(character.size()), &glyphs,
                                                             &count, nullptr, nullptr, nullptr);
        if (status == CAIRO_STATUS_SUCCESS && count > 0) {
            cairo_text_extents_t sizes;
            cairo_scaled_font_glyph_extents(scaled, glyphs, count, &sizes);
            found = {glyphs[0].index != 0, sizes.x_advance / unit};
        }
        cairo_glyph_free(glyphs);
        return letters.emplace(character, found).first->second;
    }
};

CairoFonts::CairoFonts() = default;
CairoFonts::~CairoFonts() = default;

CairoFonts::Face& CairoFonts::face(std::size_t i) {
    if (!faces_[i]) {
        cairo_font_face_t* made = nullptr;
        try {
            made = face_of_file({find_font(file_of(i))});
        } catch (const base::InputError&) {
            made = face_named(i); // a similar font is better than no figure
        }
        faces_[i] = std::make_unique<Face>(made);
    }
    return *faces_[i];
}

CairoFonts::Face* CairoFonts::system_face_with(char32_t letter) {
    const auto [known, is_new] = system_letters_.try_emplace(letter, nullptr);
    if (!is_new) return known->second;
    const auto file = system_fonts_with({letter}).at(letter);
    if (!file) return nullptr;
    const auto [opened, is_first] = system_faces_.try_emplace(*file);
    if (is_first) try {
            opened->second = std::make_unique<Face>(face_of_file(*file));
        } catch (const base::InputError&) {
            return nullptr; // the letter is shown as its code point
        }
    return known->second = opened->second.get();
}

CairoFonts::Face* CairoFonts::face_with(Font font, char32_t letter) {
    std::string character;
    append_letter(character, letter);
    for (const std::size_t i : {static_cast<std::size_t>(font), font_count})
        if (face(i).letter(character).is_there) return &face(i);
    return can_be_drawn(letter) ? system_face_with(letter) : nullptr;
}

std::vector<CairoFonts::Run> CairoFonts::runs(Font font, float size, std::string_view text) {
    Face& first = face(static_cast<std::size_t>(font));
    std::map<std::string, Face*, std::less<>> faces; // for characters that the first one lacks
    const auto glyph = [&](char32_t letter) {
        Face* found = face_with(font, letter);
        std::string character;
        append_letter(character, letter);
        if (found && found != &first) faces[character] = found;
        return found ? Glyph::there : Glyph::missing;
    };
    std::string room;
    std::vector<Run> all;
    double x = 0;
    const double em = first.em(size);
    base::each_character(display_text(text, glyph, room), [&](std::string_view character) {
        const auto other = faces.find(character);
        Face& chosen = other == faces.end() ? first : *other->second;
        const double advance = em * chosen.letter(character).advance;
        if (all.empty() || all.back().face != chosen.face) all.push_back({chosen.face, em, x, 0, {}});
        all.back().text += character;
        all.back().width += advance;
        x += advance;
    });
    return all;
}

double CairoFonts::ascent(Font font, float size) {
    const Face& used = face(static_cast<std::size_t>(font));
    return used.em(size) * used.extents.ascent / unit;
}

} // namespace drawing

#endif
