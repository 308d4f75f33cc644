#include "close.h"
#include "drawing/shapes/figure.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace drawing;

namespace {

float length(const Curve& dash) {
    return std::hypot(dash.to.x - dash.from.x, dash.to.y - dash.from.y);
}

} // namespace

TEST_CASE("dashes are equally long, and the curve begins and ends with one") {
    const Curve arc{{0, 100}, {0, -33}, {400, -33}, {400, 100}, {}, 2};
    const auto dashes = dashed(arc, 9, 7);
    REQUIRE(dashes.size() > 20);
    CHECK(dashes.front().from.x == make::about(0));
    CHECK(dashes.back().to.x == make::about(400));
    CHECK(dashes.back().to.y == make::about(100));
    for (const Curve& dash : dashes) {
        CHECK(length(dash) == make::about(9).share(0.06));
        CHECK(dash.thickness == 2);
    }
}

TEST_CASE("a curve too short for a gap stays whole") {
    CHECK(dashed({{0, 0}, {0, -5}, {5, -5}, {5, 0}, {}, 1}, 9, 7).size() == 1);
}

TEST_CASE("a curve begins and ends where it says, and is no way from its own points") {
    const Curve curve{{0, 0}, {0, 80}, {100, 120}, {100, 200}, {}};
    CHECK(along(curve, 0).y == 0);
    CHECK(along(curve, 1).x == 100);
    CHECK(along(curve, 1).y == 200);
    for (const float share : {0.0F, 0.25F, 0.7F, 1.0F})
        CHECK(distance(curve, along(curve, share)) < 0.5F);
    CHECK(distance(curve, {-30, 0}) == make::about(30).share(0.01));
}
