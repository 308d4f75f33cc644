// Figures as files in a browser: SVG, with its fonts inside. The page makes a PNG from it (web/files.js).
#include "base/files.h"
#include "base/input_error.h"
#include "base/xml.h"
#include "drawing/paper/figure_file.h"
#include "drawing/paper/heat_picture.h"
#include "drawing/shapes/fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <sstream>

extern "C" {

// What the page does for a clip; web/bridge.js, web/clip.js.

/// Whether this browser can compress.
int page_clip_possible();
/// A new clip; the one before is forgotten.
void page_clip_begin(int width, int height);
/// A moment as SVG without fonts, shown for so long.
void page_clip_add(const char* svg, int milliseconds);
/// Writes the file.
void page_clip_end(const char* file);
/// How many of these calls it has not carried out yet; −1: one of them failed.
int page_clip_waiting();

} // extern "C"

namespace drawing {

namespace {

constexpr float half = 0.5F; ///< the screen draws lines and frames through the middles of pixels

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 3; ++j)
            bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            text += i + j <= bytes.size() ? digits[bits >> (18 - 6 * j) & 63U] : '=';
    }
    return text;
}

std::string family(Font font) {
    return "Lab" + std::to_string(static_cast<int>(font));
}

PageText measured(Font font, float size, std::string_view text) {
    PageText result = {};
    page_measure_text(static_cast<int>(font), size, std::string(text).c_str(), &result);
    return result;
}

class PageMeasure : public TextMeasure {
public:
    float width(Font font, float size, std::string_view text) const override {
        return measured(font, size, text).width;
    }
};

class SvgPainter {
public:
    explicit SvgPainter(const Sheet& sheet) : sheet_(sheet) { svg_.imbue(std::locale::classic()); }

    void operator()(const Fill& s) {
        rectangle(s.rect, s.radius, s.corners);
        svg_ << fill(s.colour) << "/>\n";
    }
    void operator()(const Stroke& s) {
        rectangle(s.rect.inset(half), s.radius, s.corners);
        svg_ << stroke(s.colour, s.thickness) << "/>\n";
    }
    void operator()(const Line& s) {
        path("M" + at(s.from, half) + "L" + at(s.to, half), stroke(s.colour, s.thickness));
    }
    void operator()(const Curve& s) {
        path("M" + at(s.from) + "C" + at(s.control_1) + at(s.control_2) + at(s.to),
             stroke(s.colour, s.thickness));
    }
    void operator()(const Disc& s) {
        svg_ << "<circle cx=\"" << s.centre.x << "\" cy=\"" << s.centre.y << "\" r=\"" << s.radius << '"'
             << fill(s.colour) << "/>\n";
    }
    void operator()(const Triangle& s) {
        path("M" + at(s.a) + "L" + at(s.b) + at(s.c) + "Z", fill(s.colour));
    }
    void operator()(const Band& s) {
        std::string around = "M";
        for (const Point p : s.upper)
            around += at(p);
        for (auto p = s.lower.rbegin(); p != s.lower.rend(); ++p)
            around += at(*p);
        path(around + "Z", fill(s.colour));
    }
    void operator()(const Hatch& s) {
        (*this)(ClipStart{s.rect});
        hatching(s.rect, s.spacing, false, s.colour);
        (*this)(ClipEnd{});
    }
    void operator()(const Label& s) {
        if (s.text.empty()) return;
        const PageText text = measured(s.font, s.size, s.text);
        const char* anchor = s.align == Align::left ? "start" : s.align == Align::centre ? "middle" : "end";
        svg_ << "<text x=\"" << s.at.x << "\" y=\"" << s.at.y - s.size / 2 + text.ascent
             << "\" text-anchor=\"" << anchor << "\" font-family=\"" << family(s.font) << ", "
             << font_file(s.font).family << "\" font-size=\"" << text.em << '"' << fill(s.colour) << '>'
             << base::xml_escaped(s.text) << "</text>\n";
        fonts_.insert(s.font);
    }
    /// One rectangle for each run of equal pixels of a row: sharp at any size.
    void operator()(const Heat& s) {
        const HeatPicture picture = heat_picture(s, sheet_.dark, 1);
        if (picture.pixels.empty()) return;
        (*this)(ClipStart{s.rect});
        svg_ << "<g shape-rendering=\"crispEdges\" opacity=\"" << s.opacity << "\">\n";
        const auto width = static_cast<std::size_t>(picture.width),
                   height = static_cast<std::size_t>(picture.height);
        const float wide = picture.place.width / static_cast<float>(width),
                    high = picture.place.height / static_cast<float>(height);
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0, end = 0; x < width; x = end) {
                const Rgba ink = picture.pixels[y * width + x];
                for (end = x + 1; end < width && picture.pixels[y * width + end] == ink;)
                    ++end;
                (*this)(Fill{{picture.place.x + static_cast<float>(x) * wide,
                              picture.place.y + static_cast<float>(y) * high,
                              static_cast<float>(end - x) * wide, high},
                             ink});
            }
        svg_ << "</g>\n";
        const Rgba ink = (sheet_.dark ? dark_palette() : light_palette())[Role::masked].faded(
            heat_hatching.strength * s.opacity);
        for (const Rect& masked : picture.hatched) {
            (*this)(ClipStart{masked});
            hatching(s.rect, heat_hatching.spacing, true, ink);
            (*this)(ClipEnd{});
        }
        (*this)(ClipEnd{});
    }
    void operator()(const ClipStart& s) {
        svg_ << "<clipPath id=\"c" << ++clips_ << "\"><rect" << place(s.rect)
             << "/></clipPath><g clip-path=\"url(#c" << clips_ << ")\">\n";
    }
    void operator()(const ClipEnd&) { svg_ << "</g>\n"; }

    /// The file: the figure, and the fonts that it uses; on the page itself these are known.
    std::string whole(bool with_fonts) const {
        constexpr std::uintmax_t largest_font = std::uintmax_t{4} << 20;
        std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" width=\"" +
                           number(sheet_.width) + "\" height=\"" + number(sheet_.height) + "\">\n<title>" +
                           base::xml_escaped(sheet_.title) + "</title>\n<style>\n";
        for (const Font font : with_fonts ? fonts_ : std::set<Font>())
            text += "@font-face{font-family:" + family(font) + ";src:url(data:font/otf;base64," +
                    base64(base::read_whole_file(find_font(font_file(font)), largest_font)) + ")}\n";
        return text + "</style>\n" + svg_.str() + "</svg>\n";
    }

private:
    static std::string number(float value) {
        std::ostringstream text;
        text.imbue(std::locale::classic());
        text << value;
        return text.str();
    }
    static std::string at(Point p, float beside = 0) {
        return number(p.x + beside) + "," + number(p.y + beside) + " ";
    }
    static std::string place(const Rect& r) {
        return " x=\"" + number(r.x) + "\" y=\"" + number(r.y) + "\" width=\"" + number(r.width) +
               "\" height=\"" + number(r.height) + '"';
    }
    static std::string colour(Rgba c) {
        return "rgb(" + std::to_string(c.r) + "," + std::to_string(c.g) + "," + std::to_string(c.b) + ")";
    }
    static std::string fill(Rgba c) {
        return " fill=\"" + colour(c) + "\" fill-opacity=\"" + number(static_cast<float>(c.a) / 255) + '"';
    }
    static std::string stroke(Rgba c, float thickness) {
        return " fill=\"none\" stroke=\"" + colour(c) + "\" stroke-opacity=\"" +
               number(static_cast<float>(c.a) / 255) + "\" stroke-width=\"" + number(thickness) + '"';
    }
    void rectangle(const Rect& r, float radius, Corners corners) {
        const float round = std::min({radius, r.width / 2, r.height / 2});
        if (corners == Corners::all || round < 0.5F)
            svg_ << "<rect" << place(r) << " rx=\"" << round << '"';
        else
            svg_ << "<path d=\"" << outline(r, round, corners) << '"';
    }
    /// Clockwise from the upper left; a square corner is an arc of radius 0, a straight line.
    static std::string outline(const Rect& r, float round, Corners corners) {
        const float left = rounds_left(corners) ? round : 0, right = rounds_right(corners) ? round : 0;
        const auto arc = [&](float radius, Point to) {
            const Point radii{radius, radius};
            return "A" + at(radii) + "0 0 1 " + at(to);
        };
        return "M" + at({r.x + left, r.y}) + "L" + at({r.right() - right, r.y}) +
               arc(right, {r.right(), r.y + right}) + "L" + at({r.right(), r.bottom() - right}) +
               arc(right, {r.right() - right, r.bottom()}) + "L" + at({r.x + left, r.bottom()}) +
               arc(left, {r.x, r.bottom() - left}) + "L" + at({r.x, r.y + left}) +
               arc(left, {r.x + left, r.y}) + "Z";
    }
    void path(const std::string& points, const std::string& look) {
        svg_ << "<path d=\"" << points << '"' << look << "/>\n";
    }

    /// All hatching lies on one grid for the whole figure, so that neighbouring cells join without a seam.
    void hatching(const Rect& rect, float spacing, bool rising, Rgba ink) {
        const float from = rising ? rect.y : rect.bottom(), to = rising ? rect.bottom() : rect.y;
        std::string lines;
        for (float d = -std::fmod(rect.x + from, spacing); d < rect.width + rect.height; d += spacing)
            lines += "M" + at({rect.x + d, from}, half) + "L" + at({rect.x + d - rect.height, to}, half);
        path(lines, stroke(ink, 1));
    }

    const Sheet& sheet_;
    std::ostringstream svg_;
    std::set<Font> fonts_;
    int clips_ = 0;
};

std::string svg_of(const Figure& figure, const Sheet& sheet, bool with_fonts = true) {
    SvgPainter painter(sheet);
    painter(Fill{{0, 0, sheet.width, sheet.height}, sheet.background});
    for (const Shape& shape : figure)
        std::visit(painter, shape);
    return painter.whole(with_fonts);
}

} // namespace

bool can_write_figures() {
    return true;
}

std::unique_ptr<TextMeasure> paper_measure() {
    return std::make_unique<PageMeasure>();
}

void write_svg(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file) {
    base::write_whole_file(file, svg_of(figure, sheet));
}

void write_pdf(const Figure&, const Sheet&, const std::filesystem::path& file) {
    throw base::InputError(base::shown(file), "a web page cannot write PDF",
                           "choose SVG: any browser opens it, and prints it as PDF");
}

bool can_write_pages() {
    return false;
}

std::string pdf_of(std::span<const Figure>, const Sheet&, const std::filesystem::path& where) {
    throw base::InputError(base::shown(where), "a web page cannot write PDF", "use the program for that");
}

void write_png(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file) {
    std::string svg = svg_of(figure, sheet); // the page turns it into pixels, so many a side:
    const std::string sharpness = " data-sharpness=\"" + std::to_string(sheet.sharpness) + '"';
    svg.insert(std::string_view("<svg").size(), sharpness);
    base::write_whole_file(file, svg);
}

// A clip: the page paints each moment and keeps what differs (web/clip.js), while the next one is made here.

bool can_write_clips() {
    return page_clip_possible() != 0;
}

struct ClipWriter::State {
    Moving moving;
    Sheet sheet;
    std::filesystem::path file;
    unsigned handed = 0; ///< moments
    bool ended = false;
};

ClipWriter::ClipWriter(Moving moving, const Sheet& sheet, std::filesystem::path file)
    : state_(std::make_unique<State>(State{std::move(moving), sheet, std::move(file)})) {
    page_clip_begin(static_cast<int>(sheet.width), static_cast<int>(sheet.height));
}
ClipWriter::~ClipWriter() = default;

ClipWriter::Step ClipWriter::next() {
    constexpr int most_waiting = 2;
    State& s = *state_;
    const int waiting = page_clip_waiting();
    if (waiting < 0)
        throw base::InputError(base::shown(s.file), "this browser cannot make the clip", "choose png");
    if (s.ended) return waiting > 0 ? Step::waits : Step::written;
    if (waiting > most_waiting) return Step::waits;
    if (s.handed == s.moving.moments()) {
        page_clip_end(s.file.c_str());
        s.ended = true;
        return Step::waits;
    }
    page_clip_add(svg_of(s.moving.at(s.handed), s.sheet, false).c_str(),
                  static_cast<int>(s.moving.milliseconds_of(s.handed)));
    ++s.handed;
    return Step::painted;
}

float ClipWriter::done() const {
    return static_cast<float>(state_->handed) / static_cast<float>(state_->moving.moments());
}

} // namespace drawing
