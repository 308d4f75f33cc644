#include "drawing/colour_map.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace drawing;

namespace {

constexpr ColourMap every_map[] = {ColourMap::signed_values, ColourMap::query, ColourMap::key,
                                   ColourMap::value, ColourMap::weights};

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
