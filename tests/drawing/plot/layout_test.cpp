#include "close.h"
#include "drawing/plot/layout.h"

#include <algorithm>
#include <doctest/doctest.h>

using drawing::spread_apart;
using drawing::Stretch;
using Starts = std::vector<float>;

TEST_CASE("what does not overlap stays where it is") {
    CHECK(spread_apart({{0, 10}, {20, 10}, {30, 5}}, 0, 100) == Starts{0, 20, 30});
    CHECK(spread_apart({}, 0, 100).empty());
}

TEST_CASE("what overlaps gives way to both sides alike") {
    CHECK(spread_apart({{50, 10}, {50, 10}}, 0, 100) == Starts{45, 55});
    CHECK(spread_apart({{50, 10}, {50, 10}, {50, 10}}, 0, 100) == Starts{40, 50, 60});
}

TEST_CASE("nothing is pushed out of the line") {
    CHECK(spread_apart({{-5, 10}, {1, 10}}, 0, 100) == Starts{0, 10});
    CHECK(spread_apart({{95, 10}, {95, 10}}, 0, 100) == Starts{80, 90});
    CHECK(spread_apart({{0, 10}, {88, 10}, {95, 10}}, 0, 100) == Starts{0, 80, 90});
}

TEST_CASE("neighbours never overlap, whatever they want") {
    constexpr float rounding = 1e-3F;
    std::vector<Stretch> wanted;
    for (int i = 0; i < 20; ++i)
        wanted.push_back({static_cast<float>((i * 37) % 100), static_cast<float>(1 + i % 4)});
    const Starts starts = spread_apart(wanted, 0, 100);
    for (std::size_t i = 1; i < starts.size(); ++i)
        CHECK(starts[i] > starts[i - 1] + wanted[i - 1].length - rounding);
    CHECK(starts.front() >= 0);
    CHECK(starts.back() + wanted.back().length < 100 + rounding);
}
