#include "base/input_error.h"
#include "close.h"
#include "drawing/paper/figure_file.h"
#include "temporary_folder.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace drawing;
using base::InputError;
using Writer = void (*)(const Figure&, const Sheet&, const std::filesystem::path&);

#ifdef ATTENTION_LAB_CAIRO

#include <cairo.h>

namespace {

constexpr Rgba red{200, 30, 20}, green{0, 122, 88}, blue{0, 107, 170}, ground{244, 242, 236};

/// The colours of a PNG file.
class Picture {
public:
    explicit Picture(const std::filesystem::path& file)
        : image_(cairo_image_surface_create_from_png(file.c_str()), cairo_surface_destroy) {
        REQUIRE(cairo_surface_status(image_.get()) == CAIRO_STATUS_SUCCESS);
    }
    int width() const { return cairo_image_surface_get_width(image_.get()); }
    int height() const { return cairo_image_surface_get_height(image_.get()); }
    Rgba at(int x, int y) const {
        const unsigned char* bytes =
            cairo_image_surface_get_data(image_.get()) + y * cairo_image_surface_get_stride(image_.get());
        const std::uint32_t pixel = reinterpret_cast<const std::uint32_t*>(bytes)[x];
        return {static_cast<std::uint8_t>(pixel >> 16), static_cast<std::uint8_t>(pixel >> 8),
                static_cast<std::uint8_t>(pixel)};
    }

private:
    std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> image_;
};

/// The figure as a PNG, one pixel per figure pixel.
Picture painted(const Figure& figure, bool dark = false) {
    const TemporaryFolder folder;
    write_png(figure, {.width = 100, .height = 80, .background = ground, .dark = dark, .sharpness = 1},
              folder.path / "figure.png");
    return Picture(folder.path / "figure.png");
}

std::string written(Writer write, const Figure& figure, const Sheet& sheet = {.width = 100, .height = 80}) {
    const TemporaryFolder folder;
    write(figure, sheet, folder.path / "figure");
    return content(folder.path / "figure");
}

std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

/// True when every opened element is closed, in the right order.
bool is_well_formed(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
        const std::size_t end = xml.find('>', at);
        if (end == std::string::npos) return false;
        const std::string tag = xml.substr(at + 1, end - at - 1);
        if (tag.starts_with('?') || tag.ends_with('/')) continue;
        const std::string name = tag.substr(0, tag.find_first_of(" \n"));
        if (!name.starts_with('/'))
            open.push_back(name);
        else if (open.empty() || "/" + open.back() != name)
            return false;
        else
            open.pop_back();
    }
    return open.empty();
}

Label label(std::string text, float size = 20) {
    return {{50, 40}, Align::centre, Font::sans, size, red, std::move(text)};
}

/// One of every shape.
Figure everything() {
    const auto matrix = std::make_shared<const base::Matrix>(base::Matrix::Random(4, 4));
    return {Fill{{5, 5, 20, 10}, red, 3},
            Stroke{{30, 5, 20, 10}, green, 2, 3},
            Line{{5, 20}, {40, 25}, blue, 1.5F},
            Curve{{5, 30}, {20, 0}, {30, 60}, {50, 30}, red, 2},
            Disc{{70, 10}, 5, green},
            Triangle{{80, 5}, {90, 5}, {85, 15}, blue},
            ClipStart{{0, 35, 100, 45}},
            Hatch{{5, 40, 20, 20}, red, 6},
            Band{{{30, 40}, {50, 45}}, {{30, 50}, {50, 55}}, green.faded(0.3F)},
            Heat{{60, 40, 30, 30}, matrix, {0, 0, 4, 4}, {-1, 1}, ColourMap::signed_values},
            ClipEnd{},
            label("d_k = 8, é, −∞ ≤ Σ")};
}

} // namespace

TEST_CASE("a PNG has the size of its sheet, its background, and the colours that were drawn") {
    const Picture picture = painted({Fill{{10, 20, 30, 10}, red}, Disc{{70, 50}, 10, green},
                                     Triangle{{80, 10}, {96, 10}, {88, 26}, blue}});
    CHECK(picture.width() == 100);
    CHECK(picture.height() == 80);
    CHECK(picture.at(0, 0) == ground);
    CHECK(picture.at(10, 20) == red);
    CHECK(picture.at(39, 29) == red);
    CHECK(picture.at(40, 30) == ground);
    CHECK(picture.at(70, 50) == green);
    CHECK(picture.at(70, 61) == ground);
    CHECK(picture.at(88, 15) == blue);
}

TEST_CASE("lines and frames lie on the pixels that the screen gives them") {
    const Picture picture = painted({Line{{10, 10}, {50, 10}, red, 1}, Stroke{{20, 30, 40, 30}, green, 1},
                                     Curve{{70, 20}, {70, 40}, {70, 60}, {70, 70}, blue, 4}});
    CHECK(picture.at(30, 10) == red);
    CHECK(picture.at(30, 9) == ground);
    CHECK(picture.at(30, 11) == ground);
    CHECK(picture.at(20, 45) == green);
    CHECK(picture.at(59, 45) == green);
    CHECK(picture.at(40, 45) == ground);
    CHECK(picture.at(70, 50) == blue);
}

TEST_CASE("a band is one surface between two lines, see-through without seams") {
    const Rgba half = blue.faded(0.5F);
    const Picture picture =
        painted({Band{{{10, 10}, {50, 10}, {90, 10}}, {{10, 40}, {50, 40}, {90, 40}}, half}});
    const Rgba inside = picture.at(20, 20);
    CHECK(inside != ground);
    CHECK(inside != blue);
    for (int x = 11; x < 89; ++x)
        CHECK(picture.at(x, 25) == inside);
    CHECK(picture.at(50, 41) == ground);
}

TEST_CASE("a clip hides what lies outside, until it ends") {
    const Picture picture = painted(
        {ClipStart{{0, 0, 50, 80}}, Fill{{40, 10, 20, 10}, red}, ClipEnd{}, Fill{{40, 30, 20, 10}, red}});
    CHECK(picture.at(45, 15) == red);
    CHECK(picture.at(55, 15) == ground);
    CHECK(picture.at(55, 35) == red);
}

TEST_CASE("a matrix has the colours of its map, in both themes, and its masked cells are hatched") {
    auto matrix = std::make_shared<base::Matrix>(2, 2);
    *matrix << -1, 0.5F, 1, -INFINITY;
    for (const bool dark : {false, true}) {
        const Picture picture =
            painted({Heat{{10, 10, 60, 60}, matrix, {0, 0, 2, 2}, {-1, 1}, ColourMap::signed_values}}, dark);
        const auto colour = [&](float value) {
            return colour_of(value, {-1, 1}, ColourMap::signed_values, dark);
        };
        CHECK(picture.at(10, 10) == colour(-1));
        CHECK(picture.at(39, 39) == colour(-1));
        CHECK(picture.at(40, 39) == colour(0.5F));
        CHECK(picture.at(20, 60) == colour(1));
        int plain = 0;
        for (int x = 40; x < 70; ++x)
            plain += picture.at(x, 55) == colour(0);
        CHECK(plain > 10);
        CHECK(plain < 25); // the others are hatching
    }
}

TEST_CASE("hatching covers its rectangle with lines and leaves it nowhere") {
    const Picture picture = painted({Hatch{{20, 20, 40, 40}, red, 6}});
    int inked = 0;
    for (int y = 0; y < 80; ++y)
        for (int x = 0; x < 100; ++x)
            if (picture.at(x, y) != ground) {
                ++inked;
                CHECK((x >= 20 && x < 60 && y >= 20 && y < 60));
            }
    CHECK(inked > 300);
    CHECK(inked < 1200);
}

TEST_CASE("text stands in the middle of its place, as wide as the measure says") {
    const auto measure = paper_measure();
    for (const Font font : {Font::sans, Font::sans_bold, Font::mono, Font::serif, Font::math}) {
        Label text = label("HHHHH");
        text.font = font;
        const Picture picture = painted({text});
        int left = 100, right = 0, top = 80, bottom = 0;
        for (int y = 0; y < 80; ++y)
            for (int x = 0; x < 100; ++x)
                if (picture.at(x, y) != ground)
                    left = std::min(left, x), right = std::max(right, x + 1), top = std::min(top, y),
                    bottom = std::max(bottom, y + 1);
        const float width = measure->width(font, 20, "HHHHH");
        CHECK(static_cast<float>(right - left) <= width + 2);
        CHECK(static_cast<float>(right - left) >= 0.85F * width);
        CHECK(left + right == make::about(100).within(3));
        CHECK(top > 27);
        CHECK(bottom < 53);
    }
}

TEST_CASE("text grows with its size, digits are equally wide, and letters that a face lacks have a width") {
    const auto measure = paper_measure();
    CHECK(measure->width(Font::sans, 30, "query") ==
          make::about(2 * measure->width(Font::sans, 15, "query")));
    CHECK(measure->width(Font::mono, 12, "1111") == measure->width(Font::mono, 12, "0840"));
    CHECK(measure->width(Font::sans, 12, "") == 0);
    CHECK(measure->width(Font::mono, 12, "Привет ≼ 日本") > measure->width(Font::mono, 12, "Привет"));
}

TEST_CASE("an SVG is well-formed XML and holds every shape that was drawn") {
    Figure figure;
    for (int i = 0; i < 7; ++i)
        figure.push_back(Fill{{10.0F * static_cast<float>(i), 10, 8, 8}, red});
    figure.push_back(label("ABCD <&>"));
    const std::string svg = written(write_svg, figure);
    CHECK(is_well_formed(svg));
    CHECK(count(svg, "<svg") == 1);
    CHECK(count(svg, "rgb(78.43") >= 7); // 200 / 255
    CHECK(count(svg, "<use ") >= 7);     // glyphs
    CHECK(svg.find("width=\"100px\"") != std::string::npos);
    CHECK(is_well_formed(written(write_svg, everything())));
}

TEST_CASE("text in an SVG stays text: every word can be found and copied, in reading order") {
    const std::string svg = written(write_svg, {label("q(it)·k(cat) < 3 & more"), label("قطة"), label("猫")});
    CHECK(is_well_formed(svg));
    CHECK(count(svg, "<text ") == 3);
    CHECK(svg.find(">q(it)·k(cat) &lt; 3 &amp; more</text>") != std::string::npos);
    CHECK(svg.find(">قطة</text>") != std::string::npos);
    CHECK(svg.find(">猫</text>") != std::string::npos);
    CHECK(svg.find("font-family=\"Inter\"") != std::string::npos);
}

TEST_CASE("letters that no font has are painted as their code points, right-to-left words from the right") {
    const auto measure = paper_measure();
    CHECK(measure->width(Font::sans, 15, "न") == make::about(measure->width(Font::sans, 15, "U+0928")));
    const auto ink_left_of_middle = [](const std::string& text) {
        const Picture picture = painted({label(text, 30)});
        int dark = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < 50; ++x)
                dark += picture.at(x, y).g < 128;
        return dark;
    };
    // Wide shin comes first, so it is drawn at the right.
    CHECK(ink_left_of_middle("שיייי") < ink_left_of_middle("יייייש"));
}

TEST_CASE("a PDF has one page, its title, and is as large as on the screen at 96 pixels an inch") {
    const std::string pdf = written(write_pdf, everything(), {.width = 100, .height = 80, .title = "Race"});
    CHECK(pdf.starts_with("%PDF-"));
    CHECK(pdf.find("/Count 1") != std::string::npos);
    CHECK(pdf.find("/MediaBox [ 0 0 75 60 ]") != std::string::npos);
    CHECK(pdf.find("/Title (Race)") != std::string::npos);
}

TEST_CASE("a sharper PNG has more pixels of the same figure") {
    const TemporaryFolder folder;
    write_png({Fill{{10, 10, 1, 1}, red}}, {.width = 100, .height = 80, .sharpness = 3},
              folder.path / "a.png");
    const Picture picture(folder.path / "a.png");
    CHECK(picture.width() == 300);
    CHECK(picture.at(30, 30) == red);
    CHECK(picture.at(32, 32) == red);
    CHECK(picture.at(33, 33) == Rgba{255, 255, 255});
}

TEST_CASE("a figure that cannot be written leaves nothing behind, and says where, what and what to do") {
    const TemporaryFolder folder;
    for (const Writer write : {write_svg, write_pdf, write_png}) {
        const auto file = folder.path / "no-folder" / "figure";
        CHECK_THROWS_WITH_AS(write(everything(), {.width = 100, .height = 80}, file),
                             (file.string() + ": the file cannot be written: there is no folder " +
                              file.parent_path().string() + " (make the folder first, or name another one)")
                                 .c_str(),
                             InputError);
        for (const float side : {0.0F, -5.0F, 1e6F, std::numeric_limits<float>::quiet_NaN()})
            CHECK_THROWS_AS(write({}, {.width = side, .height = 80}, folder.path / "figure"), InputError);
    }
    CHECK(folder.files() == 0);
}

#else

TEST_CASE("a program without Cairo says so when it is asked to write a figure") {
    CHECK_FALSE(can_write_figures());
    for (const Writer write : {write_svg, write_pdf, write_png})
        CHECK_THROWS_AS(write({}, {.width = 100, .height = 80}, "figure"), InputError);
    CHECK_THROWS_AS(paper_measure(), InputError);
}

#endif
