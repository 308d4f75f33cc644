#include "ui/canvas/theme.h"

#include "close.h"

#include <doctest/doctest.h>

using ui::scales_for;

namespace {

float scale_for(float width, float height, float content_scale) {
    return scales_for(width, height, content_scale, 1).scale;
}

} // namespace

TEST_CASE("at 1600 × 900 a design pixel is a pixel, and twice that on a display of twice the density") {
    CHECK(scale_for(1600, 900, 1) == make::about(1));
    CHECK(scale_for(3200, 1800, 2) == make::about(2));
}

TEST_CASE("text grows with a large window and never becomes too small to read in a small one") {
    CHECK(scale_for(3840, 2160, 1) > 1.5F);
    CHECK(scale_for(1024, 640, 1) == make::about(0.8));
    CHECK(scale_for(320, 240, 1) == make::about(0.8));
}

TEST_CASE("in a window that cannot be kept from being too small, everything is smaller instead") {
    const auto fitting = [](float width, float height, float ratio) {
        return scale_for(width, height, ui::fitting_content_scale(width, height, ratio));
    };
    CHECK(fitting(1366, 768, 1) == scale_for(1366, 768, 1));
    CHECK(1170 / fitting(1170, 2532, 3) >= 1060); // a telephone upright, three pixels for each of its own
    CHECK(fitting(1170, 2532, 3) < scale_for(1170, 2532, 3));
    CHECK(1170 / fitting(2532, 1170, 3) >= 630); // and on its side
}

TEST_CASE("what is read closely follows the zoom all the way, in every window") {
    for (const auto& [width, height] : {std::pair{1024.0F, 640.0F}, {1366.0F, 768.0F}, {3840.0F, 2160.0F}})
        for (const float zoom : {0.7F, 1.0F, 1.5F, 2.0F}) {
            const auto usual = scales_for(width, height, 1, 1), now = scales_for(width, height, 1, zoom);
            CHECK(now.scale * now.reading == make::about(zoom * usual.scale));
        }
}

TEST_CASE("controls and cards grow with the zoom as long as the window has room for them") {
    CHECK(scales_for(1600, 900, 1, 1.3F).scale == make::about(1.3));
    CHECK(scales_for(1600, 900, 1, 1.3F).reading == make::about(1));
    for (const float zoom : {1.5F, 2.0F, 3.0F}) {
        const auto scales = scales_for(1600, 900, 1, zoom);
        CHECK(scales.scale > 1.3F);
        CHECK(1600 / scales.scale >= 1100);
        CHECK(900 / scales.scale >= 660);
        CHECK(scales.reading > 1);
    }
}

TEST_CASE("zoom goes through the sizes of a browser and stops at both ends") {
    CHECK(ui::next_zoom(1, 1) == make::about(1.1));
    CHECK(ui::next_zoom(1.1F, 1) == make::about(1.25));
    CHECK(ui::next_zoom(1.25F, -1) == make::about(1.1));
    CHECK(ui::next_zoom(1, -1) == make::about(0.9));
    CHECK(ui::next_zoom(3, 1) == 3);
    CHECK(ui::next_zoom(0.6F, -1) == make::about(0.6));
}

TEST_CASE("zoom stays within sensible bounds") {
    const auto largest = scales_for(1600, 900, 1, 100), smallest = scales_for(1600, 900, 1, 0.01F);
    CHECK(largest.scale * largest.reading <= 6);
    CHECK(smallest.scale * smallest.reading >= 0.5F);
}
