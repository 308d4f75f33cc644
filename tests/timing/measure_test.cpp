#include "timing/measure.h"

#include "close.h"

#include <doctest/doctest.h>

using namespace timing;

namespace {

/// A clock that is moved by hand, so that no busy machine can disturb these tests.
class HandClock {
public:
    Clock reading() {
        return [this] { return seconds_; };
    }
    void pass(double seconds) { seconds_ += seconds; }
    /// Something that takes this long.
    std::function<void()> takes(double seconds) {
        return [this, seconds] { pass(seconds); };
    }

private:
    double seconds_ = 0;
};

} // namespace

TEST_CASE("equal runs are settled, runs that differ by half are not") {
    CHECK(summed_up({2, 2, 2}, 0.1).settled);
    const Measurement apart = summed_up({1, 2, 3}, 0.1);
    CHECK_FALSE(apart.settled);
    CHECK(apart.median == 2);
    CHECK(apart.runs == 3);
}

TEST_CASE("a run is measured as often as asked, after one to warm up") {
    HandClock clock;
    int calls = 0;
    const auto run = [&] { clock.pass(++calls == 1 ? 5 : 0.001 * calls); };
    const MeasureOptions options{
        .least_runs = 9, .least_seconds = 0, .most_seconds = 10, .settled_spread = 1e9};
    const Measurement m = measure(run, options, {}, clock.reading());
    CHECK(m.measured());
    CHECK(m.runs == 9);
    CHECK(calls == 10);
    CHECK(m.lower == make::about(0.004));
    CHECK(m.median == make::about(0.006)); // of 2 to 10 ms
    CHECK(m.upper == make::about(0.008));
}

TEST_CASE("between two batches there is time for something else, which is not measured") {
    HandClock clock;
    int calls = 0;
    Measuring measuring(
        [&] {
            ++calls;
            clock.pass(0.01);
        },
        {.least_runs = 4, .least_seconds = 0}, clock.reading());
    for (const int runs : {1, 2, 3, 4}) { // the first is the warm-up
        CHECK_FALSE(measuring.next());
        CHECK(calls == runs);
        CHECK_FALSE(measuring.result().measured());
        clock.pass(100);
    }
    CHECK(measuring.next());
    CHECK(measuring.result().runs == 4);
    CHECK(measuring.result().median == make::about(0.01));
}

TEST_CASE("runs too short for the clock are timed in batches, and all counted") {
    HandClock clock;
    const Measurement m =
        measure(clock.takes(1e-8), {.least_seconds = 0.001, .settled_spread = 1e9}, {}, clock.reading());
    CHECK(m.runs > 7 * 100);
    CHECK(m.median == make::about(1e-8));
}

TEST_CASE("it goes on until the runs agree") {
    HandClock clock;
    int calls = 0;
    const auto uneven_at_first = [&] { clock.pass(++calls == 3 || calls == 5 ? 0.005 : 0.001); };
    const Measurement m =
        measure(uneven_at_first, {.least_runs = 3, .least_seconds = 0}, {}, clock.reading());
    CHECK(m.settled);
    CHECK(m.runs > 3);
    CHECK(m.median == make::about(0.001));
}

TEST_CASE("what does not settle ends when its time is up, and says so") {
    HandClock clock;
    int calls = 0;
    const auto uneven = [&] { clock.pass(++calls % 2 == 0 ? 0.001 : 0.005); };
    const Measurement m = measure(uneven, {.least_seconds = 0, .most_seconds = 0.05}, {}, clock.reading());
    CHECK(m.measured());
    CHECK_FALSE(m.settled);
    CHECK(m.runs < 30);
}

TEST_CASE("three runs are enough of what is slow") {
    HandClock clock;
    const Measurement m = measure(clock.takes(2), {.most_seconds = 1}, {}, clock.reading());
    CHECK(m.runs == 3);
    CHECK(m.settled);
}

TEST_CASE("stopped before its least runs it is not measured") {
    HandClock clock;
    base::StopSource stop;
    int calls = 0;
    const auto run = [&] {
        clock.pass(0.001);
        if (++calls == 4) stop.request_stop();
    };
    CHECK_FALSE(measure(run, {}, stop.token(), clock.reading()).measured());
    CHECK(calls == 4);
    CHECK_FALSE(measure(run, {}, stop.token(), clock.reading()).measured());
    CHECK(calls == 4);
}
