#ifdef ATTENTION_LAB_CAIRO

#include "drawing/cairo_painter.h"

#include "drawing/heat_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace drawing {
namespace {

/// The screen draws lines and frames through the middles of pixels.
constexpr double half = 0.5;

class Painter {
public:
    Painter(cairo_t* context, const PaperLook& look) : c_(context), look_(look) {
        cairo_font_options_t* options = paper_font_options();
        cairo_set_font_options(c_, options);
        cairo_font_options_destroy(options);
        cairo_set_line_cap(c_, CAIRO_LINE_CAP_BUTT);
    }

    void operator()(const Fill& s) {
        rounded(s.rect, s.radius);
        fill(s.colour);
    }
    void operator()(const Stroke& s) {
        rounded(s.rect.inset(static_cast<float>(half)), s.radius);
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
    void operator()(const Heat& s);
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

    void rounded(const Rect& rect, float radius) {
        const double r = std::min({radius, rect.width / 2, rect.height / 2});
        if (r < 0.5) return add(rect);
        const double quarter = std::numbers::pi / 2;
        cairo_new_sub_path(c_);
        cairo_arc(c_, rect.right() - r, rect.y + r, r, -quarter, 0);
        cairo_arc(c_, rect.right() - r, rect.bottom() - r, r, 0, quarter);
        cairo_arc(c_, rect.x + r, rect.bottom() - r, r, quarter, 2 * quarter);
        cairo_arc(c_, rect.x + r, rect.y + r, r, 2 * quarter, 3 * quarter);
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
    CairoFonts fonts_;
};

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

void Painter::operator()(const Heat& s) {
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
        stroke((look_.dark ? dark_palette() : light_palette())[Role::masked].faded(heat_hatching.strength *
                                                                                   s.opacity),
               1);
    }
    cairo_restore(c_);
}

} // namespace

void paint(cairo_t* context, const Figure& figure, const PaperLook& look) {
    Painter painter(context, look);
    cairo_save(context);
    for (const Shape& shape : figure)
        std::visit(painter, shape);
    cairo_restore(context);
}

float CairoMeasure::width(Font font, float size, std::string_view text) const {
    const auto runs = fonts_.runs(font, size, text);
    return runs.empty() ? 0 : static_cast<float>(runs.back().x + runs.back().width);
}

} // namespace drawing

#endif
