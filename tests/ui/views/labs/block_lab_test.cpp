#include "ui/views/labs/block_page.h"

#include <cmath>
#include <doctest/doctest.h>
#include <utility>

using namespace ui;
using base::Index;

namespace {

/// A pass of some blocks, of which the last are skipped.
attention::BlockPass pass_of(Index blocks, Index skipped) {
    attention::BlockPass pass;
    for (Index i = 0; i < blocks; ++i) {
        attention::BlockStep step;
        step.keys = {2 * i, 2 * i + 2};
        step.seen = {2 * i, 2 * i + (i < blocks - skipped ? 2 : 0)};
        pass.steps.push_back(step);
    }
    return pass;
}

} // namespace

TEST_CASE("a block that is taken in has four moments, one that is skipped has one, and then comes the end") {
    const BlockWay way(pass_of(3, 1));
    CHECK(way.blocks() == 3);
    CHECK(way.count() == 4 + 4 + 1 + 1);
    CHECK(way.at(0) == BlockPlace{0, 0});
    CHECK(way.at(7) == BlockPlace{1, 3});
    CHECK(way.at(8) == BlockPlace{2, 0});
    CHECK(way.at(9) == BlockPlace{3, 0});
    for (Index i = 0; i < way.count(); ++i)
        CHECK(way.index(way.at(i)) == i);
}

TEST_CASE("a moment that another sentence or mask does not have becomes the nearest one") {
    const BlockWay way(pass_of(2, 1));
    CHECK(way.clamped({1, 3}) == BlockPlace{1, 0});
    CHECK(way.clamped({7, 0}) == BlockPlace{2, 0});
    CHECK(way.at(99) == BlockPlace{2, 0});
    CHECK(way.clamped({0, 2}) == BlockPlace{0, 2});
}

TEST_CASE("a difference has two digits, and none is 0") {
    CHECK(difference_text(0) == "0");
    CHECK(difference_text(1.19e-7F) == "0.00000012");
    CHECK(difference_text(0.25F) == "0.25");
}

TEST_CASE("two numbers and their difference are written with as many decimals as agree") {
    CHECK(agreeing_decimals(0.5F, 0.5F) == 7);
    for (const auto& [one, other] : {std::pair{0.6276004F, 0.6276003F}, {0.25F, 0.2500001F}, {1.5F, -1.5F}}) {
        const double power = std::pow(10.0, agreeing_decimals(one, other));
        const auto written = [&](double number) { return std::round(number * power); };
        const double difference = static_cast<double>(one) - static_cast<double>(other);
        CHECK(written(one) - written(other) == written(difference));
        CHECK(std::abs(written(difference)) >= 10); // two digits of it
    }
}
