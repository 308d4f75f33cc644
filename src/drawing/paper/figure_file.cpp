#include "drawing/paper/figure_file.h"

#include "base/files.h"
#include "base/input_error.h"

#ifdef ATTENTION_LAB_CAIRO

#include "drawing/paper/cairo.h"
#include "drawing/paper/clip.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

constexpr double points_a_pixel = 0.75; // an inch is 72 points or 96 pixels
constexpr float longest_side = 16384;   // pixels; Cairo images are limited to 32767
constexpr float vector_sharpness = 3;   // of images embedded in SVG and PDF

struct SurfaceCloser {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceCloser>;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

void require_size(const Sheet& sheet, const std::filesystem::path& file) {
    const auto fits = [&](float side) {
        return side >= 1 && side * std::max(sheet.sharpness, 1.0F) <= longest_side;
    };
    if (!fits(sheet.width) || !fits(sheet.height))
        throw base::InputError(
            base::shown(file),
            "a figure of " + std::to_string(std::lround(sheet.width)) + " × " +
                std::to_string(std::lround(sheet.height)) + " pixels cannot be written",
            "choose a size from 1 to " +
                std::to_string(std::lround(longest_side / std::max(sheet.sharpness, 1.0F))));
}

void require_success(cairo_status_t status, const std::filesystem::path& file) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw base::InputError(base::shown(file),
                               std::string("the figure cannot be drawn: ") + cairo_status_to_string(status),
                               "try another format, or a smaller size");
}

/// Paints background and figure; one pixel of the figure is `scale` units of the surface.
void paint_sheet(cairo_surface_t* surface, const Figure& figure, const Sheet& sheet, double scale,
                 float sharpness, CairoFonts& fonts, const std::filesystem::path& file) {
    const std::unique_ptr<cairo_t, void (*)(cairo_t*)> context(cairo_create(surface), cairo_destroy);
    cairo_scale(context.get(), scale, scale);
    paint(context.get(), {Fill{{0, 0, sheet.width, sheet.height}, sheet.background}}, {}, fonts);
    paint(context.get(), figure, {sheet.dark, sharpness}, fonts);
    require_success(cairo_status(context.get()), file);
}

} // namespace

bool can_write_figures() {
    return true;
}

std::unique_ptr<TextMeasure> paper_measure() {
    return std::make_unique<CairoMeasure>();
}

void write_svg(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file) {
    require_size(sheet, file);
    std::string bytes;
    const Surface surface(cairo_svg_surface_create_for_stream(append, &bytes, sheet.width, sheet.height));
    cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
    CairoFonts fonts;
    paint_sheet(surface.get(), figure, sheet, 1, vector_sharpness, fonts, file);
    cairo_surface_finish(surface.get());
    require_success(cairo_surface_status(surface.get()), file);
    bytes.insert(bytes.rfind("</svg>"), svg_text(figure, fonts));
    base::write_whole_file(file, bytes);
}

bool can_write_pages() {
    return true;
}

std::string pdf_of(std::span<const Figure> pages, const Sheet& sheet, const std::filesystem::path& where) {
    require_size(sheet, where);
    std::string bytes;
    const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, points_a_pixel * sheet.width,
                                                              points_a_pixel * sheet.height));
    // Every program that imports figures, TeX included, reads this version; Cairo from 1.18 on would
    // write 1.7.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    if (!sheet.title.empty())
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, sheet.title.c_str());
    CairoFonts fonts;
    for (const Figure& page : pages) {
        paint_sheet(surface.get(), page, sheet, points_a_pixel, vector_sharpness, fonts, where);
        cairo_surface_show_page(surface.get());
    }
    cairo_surface_finish(surface.get());
    require_success(cairo_surface_status(surface.get()), where);
    return bytes;
}

void write_pdf(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file) {
    base::write_whole_file(file, pdf_of({&figure, 1}, sheet, file));
}

namespace {

Surface painted(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file) {
    const auto pixels = [&](float side) { return static_cast<int>(std::lround(side * sheet.sharpness)); };
    Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(sheet.width), pixels(sheet.height)));
    CairoFonts fonts;
    paint_sheet(surface.get(), figure, sheet, sheet.sharpness, sheet.sharpness, fonts, file);
    return surface;
}

/// Cairo keeps a pixel of RGB24 as a native 32-bit number, red in the third byte from the low end.
Picture picture_of(const Surface& surface) {
    cairo_surface_flush(surface.get());
    Picture picture{
        cairo_image_surface_get_width(surface.get()), cairo_image_surface_get_height(surface.get()), {}};
    picture.rgb.resize(static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) *
                       3);
    const unsigned char* data = cairo_image_surface_get_data(surface.get());
    const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface.get());
    std::uint8_t* to = picture.rgb.data();
    for (int y = 0; y < picture.height; ++y) {
        const auto* row = reinterpret_cast<const std::uint32_t*>(data + y * stride);
        for (int x = 0; x < picture.width; ++x, to += 3) {
            to[0] = static_cast<std::uint8_t>(row[x] >> 16);
            to[1] = static_cast<std::uint8_t>(row[x] >> 8);
            to[2] = static_cast<std::uint8_t>(row[x]);
        }
    }
    return picture;
}

} // namespace

void write_png(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file) {
    require_size(sheet, file);
    const Surface surface = painted(figure, sheet, file);
    std::string bytes;
    require_success(cairo_surface_write_to_png_stream(surface.get(), append, &bytes), file);
    base::write_whole_file(file, bytes);
}

bool can_write_clips() {
    return true;
}

struct ClipWriter::State {
    Moving moving;
    Sheet sheet;
    std::filesystem::path file;
    Clip clip = {};
    unsigned painted = 0; ///< moments
};

ClipWriter::ClipWriter(Moving moving, const Sheet& sheet, std::filesystem::path file)
    : state_(std::make_unique<State>(State{std::move(moving), sheet, std::move(file)})) {
    require_size(sheet, state_->file);
}
ClipWriter::~ClipWriter() = default;

ClipWriter::Step ClipWriter::next() {
    State& s = *state_;
    if (s.painted == s.moving.moments()) {
        base::write_whole_file(s.file, s.clip.png());
        return Step::written;
    }
    s.clip.add(picture_of(drawing::painted(s.moving.at(s.painted), s.sheet, s.file)),
               s.moving.milliseconds_of(s.painted));
    ++s.painted;
    return Step::painted;
}

float ClipWriter::done() const {
    return static_cast<float>(state_->painted) / static_cast<float>(state_->moving.moments());
}

} // namespace drawing

#else

namespace drawing {
namespace {

[[noreturn]] void refuse(const std::string& where) {
    throw base::InputError(where, "this program was built without Cairo and cannot write figures",
                           "build it with -DATTENTION_LAB_CAIRO=ON");
}

} // namespace

bool can_write_figures() {
    return false;
}
std::unique_ptr<TextMeasure> paper_measure() {
    refuse("figures");
}
void write_svg(const Figure&, const Sheet&, const std::filesystem::path& file) {
    refuse(base::shown(file));
}
void write_pdf(const Figure&, const Sheet&, const std::filesystem::path& file) {
    refuse(base::shown(file));
}
void write_png(const Figure&, const Sheet&, const std::filesystem::path& file) {
    refuse(base::shown(file));
}
bool can_write_pages() {
    return false;
}
std::string pdf_of(std::span<const Figure>, const Sheet&, const std::filesystem::path& where) {
    refuse(base::shown(where));
}
bool can_write_clips() {
    return false;
}
struct ClipWriter::State {};
ClipWriter::ClipWriter(Moving, const Sheet&, std::filesystem::path file) {
    refuse(base::shown(file));
}
ClipWriter::~ClipWriter() = default;
ClipWriter::Step ClipWriter::next() {
    return Step::written;
}
float ClipWriter::done() const {
    return 0;
}

} // namespace drawing

#endif
