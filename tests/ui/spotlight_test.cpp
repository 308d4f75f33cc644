#include "ui/lesson/spotlight.h"

#include <doctest/doctest.h>

#include <algorithm>

using drawing::Point;
using drawing::Rect;

namespace {

const Rect area{0, 0, 100, 80};

/// How many of the rectangles cover a point.
long covering(const std::vector<Rect>& parts, Point point) {
    return std::ranges::count_if(parts, [&](const Rect& part) { return part.contains(point); });
}

bool in_any(const std::vector<Rect>& holes, Point point) {
    return std::ranges::any_of(holes, [&](const Rect& hole) { return hole.contains(point); });
}

} // namespace

TEST_CASE("the veil covers everything but the holes, nothing of it twice") {
    const std::vector<std::vector<Rect>> cases{
        {},
        {{10, 10, 20, 20}},
        {{10, 10, 20, 20}, {50, 10, 20, 20}},
        {{10, 10, 30, 30}, {20, 20, 40, 40}},   // overlapping
        {{-10, -10, 30, 30}, {90, 70, 50, 50}}, // across the edge
        {{200, 200, 10, 10}},
        {{0, 0, 100, 80}},
    };
    for (const auto& holes : cases) {
        const std::vector<Rect> veil = ui::around_holes(area, holes);
        for (float y = 0.5F; y < area.height; ++y)
            for (float x = 0.5F; x < area.width; ++x)
                REQUIRE(covering(veil, {x, y}) == (in_any(holes, {x, y}) ? 0 : 1));
        for (const Rect& part : veil)
            CHECK((part.x >= 0 && part.y >= 0 && part.right() <= 100 && part.bottom() <= 80));
    }
}
