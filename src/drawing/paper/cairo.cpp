#ifdef ATTENTION_LAB_CAIRO

#include "drawing/paper/cairo.h"

#include "base/input_error.h"
#include "base/text.h"
#include "base/xml.h"
#include "drawing/paper/heat_picture.h"
#include "drawing/shapes/display_text.h"
#include "drawing/shapes/fonts.h"

#include <algorithm>
#include <cairo-ft.h>
#include <cmath>
#include <numbers>
#include <sstream>

namespace drawing {

namespace {

// Faces.

constexpr double unit = 1000; // the size at which faces are measured

/// A FreeType face and its library; Cairo keeps both for as long as it needs the face.
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

namespace {

// Shapes.

/// The screen draws lines and frames through the middles of pixels.
constexpr double half = 0.5;

/// The picture as a Cairo image, each of its pixels `side` pixels wide and high.
cairo_surface_t* image_of(const HeatPicture& picture, int side) {
    const auto width = static_cast<int>(picture.width) * side,
               height = static_cast<int>(picture.height) * side;
    cairo_surface_t* image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_surface_flush(image);
    unsigned char* bytes = cairo_image_surface_get_data(image); // null when out of memory
    const int line = cairo_image_surface_get_stride(image);
    for (int y = 0; bytes && y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const Rgba c = picture.pixels[static_cast<std::size_t>(y / side * picture.width + x / side)];
            reinterpret_cast<std::uint32_t*>(bytes + static_cast<std::ptrdiff_t>(y) * line)[x] =
                std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b;
        }
    cairo_surface_mark_dirty(image);
    return image;
}

class Painter {
public:
    Painter(cairo_t* context, const PaperLook& look, CairoFonts& fonts)
        : c_(context), look_(look), fonts_(fonts) {
        cairo_font_options_t* options = paper_font_options();
        cairo_set_font_options(c_, options);
        cairo_font_options_destroy(options);
        cairo_set_line_cap(c_, CAIRO_LINE_CAP_BUTT);
    }

    void operator()(const Fill& s) {
        rounded(s.rect, s.radius, s.corners);
        fill(s.colour);
    }
    void operator()(const Stroke& s) {
        rounded(s.rect.inset(static_cast<float>(half)), s.radius, s.corners);
        stroke(s.colour, s.thickness);
    }
    void operator()(const Line& s) {
        cairo_move_to(c_, s.from.x + half, s.from.y + half);
        cairo_line_to(c_, s.to.x + half, s.to.y + half);
        stroke(s.colour, s.thickness);
    }
    void operator()(const Curve& s) {
        cairo_move_to(c_, s.from.x, s.from.y);
        cairo_curve_to(c_, s.control_1.x, s.control_1.y, s.control_2.x, s.control_2.y, s.to.x, s.to.y);
        stroke(s.colour, s.thickness);
    }
    void operator()(const Disc& s) {
        cairo_new_sub_path(c_);
        cairo_arc(c_, s.centre.x, s.centre.y, s.radius, 0, 2 * std::numbers::pi);
        fill(s.colour);
    }
    void operator()(const Triangle& s) {
        for (const Point p : {s.a, s.b, s.c})
            cairo_line_to(c_, p.x, p.y);
        fill(s.colour);
    }
    void operator()(const Band& s) {
        std::vector<Point> around = s.upper;
        around.insert(around.end(), s.lower.rbegin(), s.lower.rend());
        for (const Point p : around)
            cairo_line_to(c_, p.x, p.y);
        fill(s.colour);
    }
    void operator()(const Hatch& s) {
        cairo_save(c_);
        add(s.rect);
        cairo_clip(c_);
        add_hatching(s.rect, s.spacing, false);
        stroke(s.colour, 1);
        cairo_restore(c_);
    }
    void operator()(const Label& s) {
        const auto runs = fonts_.runs(s.font, s.size, s.text);
        if (runs.empty()) return;
        const double width = runs.back().x + runs.back().width;
        const double left = s.at.x - (s.align == Align::left     ? 0
                                      : s.align == Align::centre ? width / 2
                                                                 : width);
        const double baseline = s.at.y - s.size / 2 + fonts_.ascent(s.font, s.size);
        set(s.colour);
        for (const CairoFonts::Run& run : runs) {
            cairo_set_font_face(c_, run.face);
            cairo_set_font_size(c_, run.em);
            cairo_move_to(c_, left + run.x, baseline);
            cairo_show_text(c_, run.text.c_str());
        }
        cairo_new_path(c_);
    }
    void operator()(const Heat& s) {
        const HeatPicture picture = heat_picture(s, look_.dark, look_.sharpness);
        if (picture.pixels.empty()) return;
        // Viewers may smooth the images in an SVG: giving each cell many pixels keeps its edges sharp.
        const float cell = picture.place.width / static_cast<float>(picture.width);
        const int side = std::clamp(static_cast<int>(std::lround(look_.sharpness * cell)), 1, 32);
        cairo_surface_t* image = image_of(picture, side);

        cairo_save(c_);
        add(s.rect);
        cairo_clip(c_);
        cairo_save(c_);
        cairo_translate(c_, picture.place.x, picture.place.y);
        cairo_scale(c_, cell / static_cast<float>(side),
                    picture.place.height / static_cast<float>(picture.height * side));
        cairo_set_source_surface(c_, image, 0, 0);
        cairo_pattern_set_filter(cairo_get_source(c_), CAIRO_FILTER_NEAREST);
        cairo_paint_with_alpha(c_, s.opacity);
        cairo_restore(c_);
        cairo_surface_destroy(image);

        if (!picture.hatched.empty()) {
            for (const Rect& masked : picture.hatched)
                add(masked);
            cairo_clip(c_);
            add_hatching(s.rect, heat_hatching.spacing, true);
            stroke((look_.dark ? dark_palette() : light_palette())[Role::masked].faded(
                       heat_hatching.strength * s.opacity),
                   1);
        }
        cairo_restore(c_);
    }
    void operator()(const ClipStart& s) {
        cairo_save(c_);
        add(s.rect);
        cairo_clip(c_);
    }
    void operator()(const ClipEnd&) { cairo_restore(c_); }

private:
    void set(Rgba colour) {
        cairo_set_source_rgba(c_, colour.r / 255., colour.g / 255., colour.b / 255., colour.a / 255.);
    }
    void fill(Rgba colour) {
        set(colour);
        cairo_fill(c_);
    }
    void stroke(Rgba colour, float thickness) {
        set(colour);
        cairo_set_line_width(c_, thickness);
        cairo_stroke(c_);
    }
    void add(const Rect& r) { cairo_rectangle(c_, r.x, r.y, r.width, r.height); }

    void rounded(const Rect& rect, float radius, Corners corners) {
        const double r = std::min({radius, rect.width / 2, rect.height / 2});
        if (r < 0.5 || corners == Corners::none) return add(rect);
        const double quarter = std::numbers::pi / 2;
        const double left = rounds_left(corners) ? r : 0, right = rounds_right(corners) ? r : 0;
        cairo_new_sub_path(c_);
        cairo_arc(c_, rect.right() - right, rect.y + right, right, -quarter, 0);
        cairo_arc(c_, rect.right() - right, rect.bottom() - right, right, 0, quarter);
        cairo_arc(c_, rect.x + left, rect.bottom() - left, left, quarter, 2 * quarter);
        cairo_arc(c_, rect.x + left, rect.y + left, left, 2 * quarter, 3 * quarter);
        cairo_close_path(c_);
    }

    /// All hatching lies on one grid for the whole figure, so that neighbouring cells join without a seam.
    void add_hatching(const Rect& rect, float spacing, bool rising) {
        const float from = rising ? rect.y : rect.bottom(), to = rising ? rect.bottom() : rect.y;
        const float phase = std::fmod(rect.x + from, spacing);
        for (float d = -phase; d < rect.width + rect.height; d += spacing) {
            cairo_move_to(c_, rect.x + d + half, from + half);
            cairo_line_to(c_, rect.x + d - rect.height + half, to + half);
        }
    }

    cairo_t* c_;
    PaperLook look_;
    CairoFonts& fonts_;
};

} // namespace

void paint(cairo_t* context, const Figure& figure, const PaperLook& look, CairoFonts& fonts) {
    Painter painter(context, look, fonts);
    cairo_save(context);
    for (const Shape& shape : figure)
        std::visit(painter, shape);
    cairo_restore(context);
}

float CairoMeasure::width(Font font, float size, std::string_view text) const {
    const auto runs = fonts_.runs(font, size, text);
    return runs.empty() ? 0 : static_cast<float>(runs.back().x + runs.back().width);
}

namespace {

const char* anchor(Align align) {
    return align == Align::left ? "start" : align == Align::centre ? "middle" : "end";
}

} // namespace

std::string svg_text(const Figure& figure, CairoFonts& fonts) {
    std::ostringstream svg;
    svg.imbue(std::locale::classic());
    svg << "<g fill-opacity=\"0\">\n";
    for (const Shape& shape : figure) {
        const Label* label = std::get_if<Label>(&shape);
        if (!label) continue;
        const auto runs = fonts.runs(label->font, label->size, label->text);
        if (runs.empty()) continue;
        svg << "<text x=\"" << label->at.x << "\" y=\""
            << label->at.y - label->size / 2 + fonts.ascent(label->font, label->size) << "\" text-anchor=\""
            << anchor(label->align) << "\" font-family=\"" << font_file(label->font).family
            << "\" font-size=\"" << runs.front().em << "\" textLength=\"" << runs.back().x + runs.back().width
            << "\">" << base::xml_escaped(label->text) << "</text>\n";
    }
    svg << "</g>\n";
    return svg.str();
}

} // namespace drawing

#endif
