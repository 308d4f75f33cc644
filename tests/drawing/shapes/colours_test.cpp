#include "close.h"
#include "drawing/shapes/colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace drawing;

namespace {

using Triple = std::array<double, 3>;
using Simulation = std::array<Triple, 3>;

// Linear RGB as seen by eyes that lack one kind of cone. Source: Machado, Oliveira, Fernandes 2009, table of
// severity 1.0.
constexpr Simulation full_sight{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Simulation protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Simulation deuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Simulation tritanopia{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

Triple product(const Simulation& m, const Triple& v) {
    Triple result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            result[i] += m[i][j] * v[j];
    return result;
}

/// Oklab (Ottosson 2020) of a colour as those eyes see it: equal distances look about equally large.
Triple seen(Rgba colour, const Simulation& eyes) {
    const auto linear = [](std::uint8_t channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    Triple rgb = product(eyes, {linear(colour.r), linear(colour.g), linear(colour.b)});
    for (double& channel : rgb)
        channel = std::clamp(channel, 0.0, 1.0);
    Triple lms = product({{{0.4122214708, 0.5363325363, 0.0514459929},
                           {0.2119034982, 0.6806995451, 0.1073969566},
                           {0.0883024619, 0.2817188376, 0.6299787005}}},
                         rgb);
    for (double& cone : lms)
        cone = std::cbrt(cone);
    return product({{{0.2104542553, 0.7936177850, -0.0040720468},
                     {1.9779984951, -2.4285922050, 0.4505937099},
                     {0.0259040371, 0.7827717662, -0.8086757660}}},
                   lms);
}

double distance(const Triple& a, const Triple& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace

TEST_CASE("every text colour can be read on background and card, in both themes") {
    for (const Palette* palette : {&light_palette(), &dark_palette()})
        for (Role text : {Role::text, Role::quiet, Role::query, Role::key, Role::value, Role::positive,
                          Role::negative, Role::warning, Role::weight, Role::good, Role::series_1,
                          Role::series_2, Role::series_3, Role::series_4})
            for (Role ground : {Role::background, Role::card}) {
                CAPTURE(palette->dark);
                CAPTURE(static_cast<int>(text));
                CAPTURE(static_cast<int>(ground));
                CHECK(contrast((*palette)[text], (*palette)[ground]) >= 4.5);
            }
}

TEST_CASE("text on a strong fill can be read") {
    for (const Palette* palette : {&light_palette(), &dark_palette()}) {
        CHECK(contrast((*palette)[Role::strong_text], (*palette)[Role::strong_fill]) >= 4.5);
        CHECK(contrast((*palette)[Role::text], (*palette)[Role::accent_soft]) >= 4.5);
        CHECK(contrast((*palette)[Role::query], (*palette)[Role::accent_soft]) >= 4.5);
    }
}

TEST_CASE("black on white has the largest contrast there is, a colour on itself the smallest") {
    CHECK(contrast({0, 0, 0}, {255, 255, 255}) == make::about(21));
    CHECK(contrast({40, 80, 120}, {40, 80, 120}) == make::about(1));
}

TEST_CASE("mixing goes from one colour to the other and not beyond") {
    const Rgba a{0, 100, 200, 255}, b{200, 0, 100, 55};
    CHECK(mix(a, b, 0) == a);
    CHECK(mix(a, b, 1) == b);
    CHECK(mix(a, b, 0.5F) == Rgba{100, 50, 150, 155});
    CHECK(mix(a, b, 7) == b);
}

TEST_CASE("the lines of a plot are told apart by eyes that lack one kind of cone") {
    constexpr std::array series{Role::series_1, Role::series_2, Role::series_3, Role::series_4};
    for (const Palette* palette : {&light_palette(), &dark_palette()})
        for (const Simulation* eyes : {&full_sight, &protanopia, &deuteranopia, &tritanopia})
            for (std::size_t i = 0; i < series.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    CAPTURE(palette->dark);
                    CAPTURE(i);
                    CAPTURE(j);
                    // About 0.02 is just noticeable side by side; four times that across a plot.
                    CHECK(distance(seen((*palette)[series[i]], *eyes), seen((*palette)[series[j]], *eyes)) >
                          0.08);
                }
}

namespace {

constexpr ColourMap every_map[] = {ColourMap::signed_values, ColourMap::query,   ColourMap::key,
                                   ColourMap::value,         ColourMap::weights, ColourMap::features};

/// How light a colour is, by its contrast with black.
double lightness(Rgba colour) {
    return contrast(colour, {0, 0, 0});
}

/// +1 where lightness never falls by more than rounding from `first` to `last`, −1 where it never rises, 0
/// otherwise.
int direction(std::span<const Rgba, 256> colours, std::size_t first, std::size_t last) {
    bool rises = true, falls = true;
    for (std::size_t i = first; i < last; ++i) {
        const double step = lightness(colours[i + 1]) - lightness(colours[i]);
        if (step < -0.02) rises = false;
        if (step > 0.02) falls = false;
    }
    return rises == falls ? 0 : (rises ? 1 : -1);
}

} // namespace

TEST_CASE("lightness alone tells which number is larger, in every one-way map") {
    for (const bool dark : {false, true})
        for (const ColourMap map : every_map) {
            if (map == ColourMap::signed_values) continue;
            CAPTURE(static_cast<int>(map));
            CAPTURE(dark);
            CHECK(direction(table(map, dark), 0, 255) == (dark ? 1 : -1));
        }
}

TEST_CASE("signed numbers grow away from zero on both sides") {
    CHECK(direction(table(ColourMap::signed_values, false), 0, 127) == 1);
    CHECK(direction(table(ColourMap::signed_values, false), 128, 255) == -1);
    CHECK(direction(table(ColourMap::signed_values, true), 0, 127) == -1);
    CHECK(direction(table(ColourMap::signed_values, true), 128, 255) == 1);
}

TEST_CASE("zero is paper for signed numbers and for weights alike") {
    for (const bool dark : {false, true}) {
        const Rgba zero = colour_of(0, {-3, 3}, ColourMap::signed_values, dark);
        const Rgba none = colour_of(0, {0, 1}, ColourMap::weights, dark);
        CHECK(contrast(zero, none) < 1.02);
        CHECK(contrast(zero, (dark ? dark_palette() : light_palette())[Role::card]) < 1.3);
    }
}

TEST_CASE("negative is blue, positive is red") {
    const Rgba negative = colour_of(-3, {-3, 3}, ColourMap::signed_values, false);
    const Rgba positive = colour_of(3, {-3, 3}, ColourMap::signed_values, false);
    CHECK(negative == Rgba{0x2D, 0x5D, 0xA8});
    CHECK(positive == Rgba{0xB2, 0x3A, 0x28});
    CHECK(colour_of(1, {0, 1}, ColourMap::weights, false) == Rgba{0x2E, 0x1F, 0x69});
}

TEST_CASE("digits can be read on every colour of every map") {
    for (const bool dark : {false, true})
        for (const ColourMap map : every_map)
            for (const Rgba fill : table(map, dark))
                REQUIRE(contrast(readable_on(fill), fill) >= 4.5);
}

TEST_CASE("numbers beyond the range take the colour of its end") {
    const auto weights = table(ColourMap::weights, false);
    const float infinity = std::numeric_limits<float>::infinity();
    CHECK(colour_of(7, {0, 1}, ColourMap::weights, false) == weights[255]);
    CHECK(colour_of(infinity, {0, 1}, ColourMap::weights, false) == weights[255]);
    CHECK(colour_of(-infinity, {0, 1}, ColourMap::weights, false) == weights[0]);
    CHECK(colour_of(std::nanf(""), {0, 1}, ColourMap::weights, false) == weights[0]);
    CHECK(colour_of(5, {2, 2}, ColourMap::weights, false) == weights[0]);
}

TEST_CASE("the range of a matrix leaves masked cells out") {
    base::Matrix scores(2, 2);
    scores << 1, -std::numeric_limits<float>::infinity(), -4, 2;
    CHECK(range_of(scores) == Range{-4, 2});
    scores.setConstant(-std::numeric_limits<float>::infinity());
    CHECK(range_of(scores) == Range{0, 0});
}

TEST_CASE("a fitted range keeps zero where the map says it is") {
    CHECK(fitted(ColourMap::signed_values, {-4, 2}) == Range{-4, 4});
    CHECK(fitted(ColourMap::query, {0.5F, 2}) == Range{0, 2});
    for (const ColourMap map : every_map)
        CHECK(fitted(map, {0, 0}).high > fitted(map, {0, 0}).low);
}
