#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/plane.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;
constexpr Rect place{0, 0, 700, 760};
const std::vector<Point> keys{{2, 1}, {-1, 2}, {1, -1}};

} // namespace

TEST_CASE("the grid reaches a line beyond all arrows, with one unit for both numbers") {
    const PlaneLayout plane = plane_layout(place, keys, 1);
    CHECK(plane.low_x == -2);
    CHECK(plane.high_x == 3);
    CHECK(plane.low_y == -2);
    CHECK(plane.high_y == 3);
    const Point tip = plane.at({2, 1}), back = plane.units(tip);
    CHECK(back.x == make::about(2));
    CHECK(back.y == make::about(1));
    CHECK(plane.at({0, 1}).y < plane.at({0, 0}).y); // upwards
    CHECK(plane.area.right() <= place.right());
    CHECK(plane.area.bottom() <= place.bottom());
}

TEST_CASE("a word stands beside the tip of its arrow, off those that are there") {
    const PlaneLayout plane = plane_layout(place, keys, 1);
    const Rect first = label_at(plane, {2, 1}, "cat", {}, measure).box;
    const std::vector<Rect> taken{first};
    const Rect second = label_at(plane, {2, 1}, "cat", taken, measure).box;
    CHECK(first.x > plane.at({2, 1}).x);
    CHECK(first.bottom() < plane.at({2, 1}).y);
    CHECK_FALSE(first == second);
}

TEST_CASE("a plane whose axes have no names is larger, and no label stands on its numbers") {
    const Rect low{0, 0, 700, 300};
    const PlaneLayout named = plane_layout(low, keys, 1), bare = plane_layout(low, keys, 1, false);
    CHECK(bare.unit > named.unit);
    for (const Point tip : {Point{-1, -2}, Point{3, -2}, Point{-2, 1}}) {
        const TipLabel label = label_at(bare, tip, "cat", {}, measure);
        CHECK(label.box.x >= bare.area.x - 2);
        CHECK(label.number.y <= bare.area.bottom());
    }
}

TEST_CASE("numbers of arrows have a decimal only where they need one") {
    CHECK(pair_text({2, -1}) == "(2, −1)");
    CHECK(pair_text({1.6F, 0.2F}) == "(1.6, 0.2)");
}

TEST_CASE("bars to the left and right of one line show the sign of a score") {
    const TermBarOptions options{.largest = 4, .lowest = -2};
    const std::vector<TermBar> scores{{.value = 3.4F, .text = "3.4", .terms = {{"1.6", Role::query}}},
                                      {.value = -1.2F, .text = "−1.2", .terms = {}}};
    const TermBarLayout layout = term_bar_layout(place, 2, 100, options);
    const Figure figure = term_bar_figure(scores, layout, options, light_palette(), measure);
    const auto bars = all<Fill>(figure);
    REQUIRE(bars.size() == 2);
    CHECK(bars[0].rect.x == make::about(layout.zero));
    CHECK(bars[1].rect.right() == make::about(layout.zero));
    CHECK(bars[0].rect.width / bars[1].rect.width == make::about(3.4F / 1.2F));
    CHECK(label_named(figure, "−1.2")->at.x > layout.zero); // where no bar is
    CHECK(label_named(figure, "1.6")->colour == light_palette()[Role::query]);
}
