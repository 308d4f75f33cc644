#include "timing/measure.h"

#include "timing/quartiles.h"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using namespace timing;

namespace {

void sleep_for_a_millisecond() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

TEST_CASE("quartiles lie on the line between the numbers beside them") {
    const Quartiles q = quartiles({4, 1, 3, 2});
    CHECK(q.lower == doctest::Approx(1.75));
    CHECK(q.median == doctest::Approx(2.5));
    CHECK(q.upper == doctest::Approx(3.25));
    const Quartiles one = quartiles({5});
    CHECK(one.lower == 5);
    CHECK(one.upper == 5);
    CHECK(quartiles({}).median == 0);
}

TEST_CASE("equal runs are settled, runs that differ by half are not") {
    CHECK(summed_up({2, 2, 2}, 0.1).settled);
    const Measurement apart = summed_up({1, 2, 3}, 0.1);
    CHECK_FALSE(apart.settled);
    CHECK(apart.median == 2);
    CHECK(apart.runs == 3);
}

TEST_CASE("a run is measured at least as often as asked, and never takes less time than it does") {
    int calls = 0;
    const MeasureOptions options{
        .least_runs = 9, .least_seconds = 0, .most_seconds = 10, .settled_spread = 1e9};
    const Measurement m = measure([&] { ++calls, sleep_for_a_millisecond(); }, options);
    CHECK(m.measured());
    CHECK(m.runs == 9);
    CHECK(calls == 10); // one to warm up
    CHECK(m.lower >= 1e-3);
    CHECK(m.lower <= m.median);
    CHECK(m.median <= m.upper);
}

TEST_CASE("runs too short for the clock are timed several at once, and all counted") {
    volatile int sink = 0;
    const Measurement m = measure([&] { sink = sink + 1; }, {.least_seconds = 0.001, .settled_spread = 1e9});
    CHECK(m.runs > 7 * 100);
    CHECK(m.median > 0);
    CHECK(m.median < 1e-5);
}

TEST_CASE("what does not settle ends when its time is over, and says so") {
    int calls = 0;
    const auto uneven = [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(++calls % 2 == 0 ? 1 : 5));
    };
    const Measurement m = measure(uneven, {.least_seconds = 0, .most_seconds = 0.05});
    CHECK(m.measured());
    CHECK_FALSE(m.settled);
}

TEST_CASE("three runs are enough of what is slow") {
    const Measurement m = measure(sleep_for_a_millisecond, {.most_seconds = 0.001, .settled_spread = 1e9});
    CHECK(m.runs == 3);
    CHECK(m.settled);
}

TEST_CASE("stopped before its least runs it is not measured") {
    std::stop_source stop;
    int calls = 0;
    const auto run = [&] {
        sleep_for_a_millisecond();
        if (++calls == 4) stop.request_stop();
    };
    CHECK_FALSE(measure(run, {}, stop.get_token()).measured());
    CHECK(calls == 4);
    CHECK_FALSE(measure(run, {}, stop.get_token()).measured());
    CHECK(calls == 4);
}

TEST_CASE("the fastest way is found, however it begins") {
    const auto sleeps = [](int first, int later) {
        return [=, runs = 0]() mutable {
            std::this_thread::sleep_for(std::chrono::milliseconds(runs++ == 0 ? first : later));
        };
    };
    CHECK(fastest({sleeps(0, 6), sleeps(9, 0), sleeps(0, 3)}) == 1);
    CHECK(fastest({sleeps(0, 0)}) == 0);
    std::stop_source stop;
    stop.request_stop();
    CHECK(fastest({sleeps(50, 50), sleeps(0, 0)}, stop.get_token()) == 0);
}
