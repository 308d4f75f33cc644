#include "drawing/legend_figure.h"

#include "drawing/figure_bounds.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

constexpr Rect area{100, 20, 300, 28};

Figure legend(ColourMap map, Range range) {
    return legend_figure(map, range, area, 12, light_palette(), FixedMeasure{});
}

} // namespace

TEST_CASE("a legend names the numbers of its two ends") {
    const Figure signed_values = legend(ColourMap::signed_values, {-8, 8});
    CHECK(label_named(signed_values, "−8.0"));
    CHECK(label_named(signed_values, "8.0"));
    const Figure weights = legend(ColourMap::weights, {0, 0.0042F});
    CHECK(label_named(weights, "0"));
    CHECK(label_named(weights, "0.004"));
}

TEST_CASE("a legend goes through the colours of its map, and stays in its place") {
    const Figure figure = legend(ColourMap::weights, {0, 1});
    const auto fills = all<Fill>(figure);
    CHECK(fills.front().colour == table(ColourMap::weights, false).front());
    CHECK(fills.back().colour == table(ColourMap::weights, false).back());
    CHECK(is_inside(extent(figure), area, 1));
}

TEST_CASE("zero has a tick where it lies between the ends") {
    CHECK(all<Line>(legend(ColourMap::signed_values, {-2, 2})).size() == 1);
    CHECK(all<Line>(legend(ColourMap::weights, {0, 1})).empty());
}
