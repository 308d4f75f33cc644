#include "drawing/palette.h"

#include <doctest/doctest.h>

using namespace drawing;

TEST_CASE("every text colour can be read on background and card, in both themes") {
    for (const Palette* palette : {&light_palette(), &dark_palette()})
        for (Role text : {Role::text, Role::quiet, Role::query, Role::key, Role::value, Role::positive,
                          Role::negative, Role::warning, Role::weight, Role::good})
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
    CHECK(contrast({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21));
    CHECK(contrast({40, 80, 120}, {40, 80, 120}) == doctest::Approx(1));
}

TEST_CASE("mixing goes from one colour to the other and not beyond") {
    const Rgba a{0, 100, 200, 255}, b{200, 0, 100, 55};
    CHECK(mix(a, b, 0) == a);
    CHECK(mix(a, b, 1) == b);
    CHECK(mix(a, b, 0.5F) == Rgba{100, 50, 150, 155});
    CHECK(mix(a, b, 7) == b);
}
