#include "ui/lesson/spotlight.h"

#include <doctest/doctest.h>

using drawing::Rect;

namespace {

const Rect area{0, 0, 100, 80};

} // namespace

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
