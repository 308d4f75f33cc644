#include "drawing/subscript.h"

#include "close.h"
#include "drawing/figure_bounds.h"

#include <doctest/doctest.h>

using namespace drawing;

TEST_CASE("letters after an underscore that follows a symbol are a subscript") {
    CHECK(with_subscripts("÷ √d_model") == std::vector<TextPart>{{"÷ √d"}, {"model", true}});
    CHECK(with_subscripts("XW_Q + 1") == std::vector<TextPart>{{"XW"}, {"Q", true}, {" + 1"}});
    CHECK(with_subscripts("W_Q and d_k") ==
          std::vector<TextPart>{{"W"}, {"Q", true}, {" and d"}, {"k", true}});
}

TEST_CASE("other underscores stand as they are") {
    for (const char* text : {"some_word", "_", "W_", "a _ b", ""}) {
        CAPTURE(text);
        const auto parts = with_subscripts(text);
        CHECK(parts == (*text ? std::vector<TextPart>{{text}} : std::vector<TextPart>{}));
    }
}

TEST_CASE("a subscript stands lower, smaller, and right behind its symbol") {
    const Figure figure = symbols_figure({.at = {10, 20}, .size = 10, .text = "d_k"}, FixedMeasure{});
    const auto labels = all<Label>(figure);
    REQUIRE(labels.size() == 2);
    CHECK(labels[0].text == "d");
    CHECK(labels[1].text == "k");
    CHECK(labels[1].at.x == make::about(10 + 0.6F * 10));
    CHECK(labels[1].at.y > 20);
    CHECK(labels[1].size < 10);
}
