#include "drawing/dashed_curve.h"

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
    CHECK(dashes.front().from.x == doctest::Approx(0));
    CHECK(dashes.back().to.x == doctest::Approx(400));
    CHECK(dashes.back().to.y == doctest::Approx(100));
    for (const Curve& dash : dashes) {
        CHECK(length(dash) == doctest::Approx(9).epsilon(0.06));
        CHECK(dash.thickness == 2);
    }
}

TEST_CASE("a curve too short for a gap stays whole") {
    CHECK(dashed({{0, 0}, {0, -5}, {5, -5}, {5, 0}, {}, 1}, 9, 7).size() == 1);
}
