#include "ui/theme.h"

#include <doctest/doctest.h>

using ui::scale_for;

TEST_CASE("at 1600 × 900 a design pixel is a pixel, and twice that on a display of twice the density") {
    CHECK(scale_for(1600, 900, 1, 1) == doctest::Approx(1));
    CHECK(scale_for(3200, 1800, 2, 1) == doctest::Approx(2));
}

TEST_CASE("text grows with a large window and never becomes too small to read in a small one") {
    CHECK(scale_for(3840, 2160, 1, 1) > 1.5F);
    CHECK(scale_for(1024, 640, 1, 1) == doctest::Approx(0.8));
    CHECK(scale_for(320, 240, 1, 1) == doctest::Approx(0.8));
}

TEST_CASE("zoom multiplies, within sensible bounds") {
    CHECK(scale_for(1600, 900, 1, 1.5F) == doctest::Approx(1.5));
    CHECK(scale_for(1600, 900, 1, 100) <= 6);
    CHECK(scale_for(1600, 900, 1, 0.01F) >= 0.5F);
}
