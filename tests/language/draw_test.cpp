#include "language/draw.h"

#include "close.h"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using language::Draw;

TEST_CASE("numbers are the same on every machine for the same seed") {
    Draw draw(5489); // whose first outputs the C++ standard's engine is known by: 3499211612, 581869302, …
    CHECK(draw(1000) == 814);
    CHECK(draw(1000) == 135);
    Draw again(5489);
    CHECK(again(10) == 8);
}

TEST_CASE("every number below the count comes about as often") {
    Draw draw(1);
    std::array<int, 7> seen{};
    for (int i = 0; i < 70000; ++i)
        ++seen[draw(seen.size())];
    for (const int count : seen)
        CHECK(count == make::about(10000).share(0.05));
}

TEST_CASE("a chance of no percent never happens, of a hundred always") {
    Draw draw(1);
    for (int i = 0; i < 1000; ++i) {
        CHECK_FALSE(draw.chance(0));
        CHECK(draw.chance(100));
    }
}

TEST_CASE("one entry of a list is drawn") {
    Draw draw(1);
    CHECK(draw.from(std::vector<int>{7}) == 7);
}
