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

TEST_CASE("a label covers neither what is pointed at nor a matrix or word around it, where there is room") {
    const Rect window{0, 0, 600, 400};
    const Rect matrix{100, 100, 300, 200};
    const drawing::Point size{120, 30};
    const std::vector<Rect> subjects{
        {110, 110, 40, 20}, {240, 190, 40, 20}, {100, 190, 300, 20}, {350, 270, 40, 20}};
    for (const Rect& subject : subjects) {
        const Rect label = ui::place_label(size, window, {.pointed = {subject}, .kept_clear = {matrix}}, 12);
        CHECK((label.x >= 0 && label.y >= 0 && label.right() <= 600 && label.bottom() <= 400));
        const bool apart = label.x >= matrix.right() || label.right() <= matrix.x ||
                           label.y >= matrix.bottom() || label.bottom() <= matrix.y;
        CHECK(apart);
    }
}

TEST_CASE("without room outside, a label covers other cells rather than those pointed at") {
    const Rect label =
        ui::place_label({60, 20}, area, {.pointed = {{40, 30, 20, 10}}, .kept_clear = {area}}, 4);
    CHECK((label.y >= 40 || label.bottom() <= 30 || label.x >= 60 || label.right() <= 40));
}
