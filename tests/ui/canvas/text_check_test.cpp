#include "ui/canvas/text_check.h"

#include <doctest/doctest.h>

using ui::DrawnText;
using ui::overlapping;

namespace {
const int below = 0, above = 0;
}

TEST_CASE("texts on one another are found, texts side by side and in lines below one another are not") {
    const std::vector<DrawnText> fine{
        {{0, 0, 40, 20}, "one", &below}, {{42, 0, 40, 20}, "two", &below}, {{0, 18, 90, 20}, "line", &below}};
    CHECK(overlapping(fine).empty());
    auto wrong = fine;
    wrong.push_back({{30, 2, 40, 20}, "over", &below});
    CHECK(overlapping(wrong) == std::vector<std::string>{"one | over", "two | over"});
    wrong.back().layer = &above;
    CHECK(overlapping(wrong).empty());
    wrong.back() = {{30, 2, 0, 0}, "cut off", &below};
    CHECK(overlapping(wrong).empty());
}

TEST_CASE("a subscript may lean on the end of its letter, and on nothing else") {
    const DrawnText letter{{0, 0, 40, 20}, "W", &below};
    CHECK(overlapping({letter, {{36, 8, 8, 12}, "Q", &below}}).empty());
    CHECK(overlapping({letter, {{10, 4, 8, 12}, "Q", &below}}).size() == 1);
    CHECK(overlapping({letter, {{36, 8, 30, 12}, "words", &below}}).size() == 1);
}

TEST_CASE("texts that run out of the window are found") {
    const std::vector<DrawnText> texts{{{10, 10, 40, 20}, "inside", &below},
                                       {{70, 10, 40, 20}, "out", &below},
                                       {{10, 70, 40, -3}, "scrolled out of sight", &below}};
    CHECK(outside(texts, {0, 0, 100, 50}) == std::vector<std::string>{"out"});
}
