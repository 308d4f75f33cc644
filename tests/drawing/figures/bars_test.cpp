#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/bars.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;
constexpr Rect place{10, 20, 300, 200};
const std::vector<Bar> words{{"The", 0.1F}, {"cat", 0.4F}, {"sat", 0}, {"on", 0.2F}};

Figure painted(const std::vector<Bar>& bars, Rect area, const BarOptions& options = {}) {
    return bar_figure(bars, bar_layout(area, bars, options, measure), options, light_palette(), measure);
}

} // namespace

TEST_CASE("a bar is as long as its number says, and carries its name and its number") {
    const Figure figure = painted(words, place);
    const auto bars = all<Fill>(figure);
    REQUIRE(bars.size() == 3); // 0 has none
    CHECK(bars[1].rect.width == make::about(4 * bars[0].rect.width));
    CHECK(bars[2].rect.width == make::about(2 * bars[0].rect.width));
    CHECK(label_named(figure, "sat"));
    CHECK(label_named(figure, "0.00"));
    CHECK(label_named(figure, "0.40")->at.x > bars[1].rect.right());
}

TEST_CASE("bars share the largest that is given, so that two figures can be compared") {
    const auto free = all<Fill>(painted(words, place));
    const auto shared = all<Fill>(painted(words, place, {.largest = 0.8F}));
    CHECK(shared[1].rect.width == make::about(free[1].rect.width / 2));
}

TEST_CASE("the marked bar stands out by its bold name, not by colour alone") {
    const Figure figure = painted(words, place, {.marked = 1});
    CHECK(label_named(figure, "cat")->font == Font::sans_bold);
    CHECK(label_named(figure, "on")->font == Font::sans);
    CHECK(all<Fill>(figure)[1].colour.a > all<Fill>(figure)[0].colour.a);
}

TEST_CASE("bars that do not fit are left out, and the last row says so") {
    const std::vector<Bar> many(30, Bar{"word", 1});
    const Figure figure = painted(many, place, {.left_out = "and 20 more"}); // 11 rows of 17 pixels
    CHECK(all<Fill>(figure).size() == 10);
    CHECK(label_named(figure, "and 20 more"));
}

TEST_CASE("bars never leave their place") {
    std::vector<Bar> bars = words;
    bars.push_back({"Donaudampfschifffahrtsgesellschaft", 3, "three times as far"});
    for (const float width : {30.0F, 120.0F, 250.0F, 500.0F})
        for (const float height : {10.0F, 60.0F, 300.0F})
            for (const float scale : {1.0F, 2.0F})
                for (const bool many : {false, true}) {
                    const Rect area{5, 6, width, height};
                    std::vector<Bar> shown = bars;
                    if (many) shown.resize(40, bars[1]);
                    const Figure figure = painted(shown, area, {.largest = 1.0F, .scale = scale});
                    if (!figure.empty()) CHECK(is_inside(extent(figure), area));
                }
    CHECK(painted({}, place).empty());
}
