#include "timing/memory.h"

#include "base/input_error.h"
#include "close.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace timing;

TEST_CASE("every curve begins at the last word, with 1, and has its quartiles around it") {
    const auto m = memory(12, {.d = 16, .heads = 2}, 5);
    CHECK(m->samples == 5);
    for (const Runner runner : runners) {
        REQUIRE(m->influence[runner].size() == 12);
        CHECK(m->influence[runner].front() == make::about(1));
        for (std::size_t k = 0; k < 12; ++k) {
            CHECK(m->lower[runner][k] <= m->influence[runner][k]);
            CHECK(m->influence[runner][k] <= m->upper[runner][k]);
            CHECK(m->lower[runner][k] >= 0);
        }
    }
}

TEST_CASE("recurrent influence fades with distance, attention's does not") {
    const auto m = memory(64, {.d = 16}, 9);
    const auto mean = [&](Runner runner, std::ptrdiff_t from, std::ptrdiff_t to) {
        const auto begin = m->influence[runner].begin();
        return std::accumulate(begin + from, begin + to, 0.0) / static_cast<double>(to - from);
    };
    for (const Runner runner : {Runner::rnn, Runner::lstm})
        CHECK(1000 * mean(runner, 48, 64) < mean(runner, 1, 17));
    CHECK(mean(Runner::attention, 48, 64) > 0.5 * mean(Runner::attention, 1, 17));
}

TEST_CASE("attention shares its influence among the words: twice as many, about half each") {
    const auto median_of_others = [](Index n) {
        auto others = memory(n, {.d = 32}, 5)->influence[Runner::attention];
        others.erase(others.begin());
        std::ranges::nth_element(others, others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2));
        return others[others.size() / 2];
    };
    const double ratio = median_of_others(128) / median_of_others(32);
    CHECK(ratio > 0.1);
    CHECK(ratio < 0.6);
}

TEST_CASE("one word depends on itself alone") {
    const auto m = memory(1, {.d = 8}, 3);
    for (const Runner runner : runners)
        CHECK(m->influence[runner] == std::vector<double>{1});
}

TEST_CASE("what is out of range is refused, what is stopped is none") {
    CHECK_THROWS_AS(memory(0, {}), base::InputError);
    CHECK_THROWS_AS(memory(8, {.d = 9, .heads = 2}), base::InputError);
    CHECK_THROWS_AS(memory(8, {}, 0), base::InputError);
    base::StopSource stop;
    stop.request_stop();
    CHECK(memory(8, {.d = 8}, 9, stop.token()) == nullptr);
}
