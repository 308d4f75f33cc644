#include "timing/sweep.h"

#include "base/input_error.h"
#include "close.h"
#include "timing/cost.h"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using namespace timing;

namespace {

Measurement took(double seconds) {
    return {.lower = seconds, .median = seconds, .upper = seconds, .runs = 9, .settled = true};
}

/// Attention takes n² and the RNN `each`·n at the given lengths; the LSTM was not measured.
Sweep squares(std::initializer_list<Index> lengths, double each) {
    Sweep s{.sizes = {}, .n = 0, .points = {}};
    for (const Index n : lengths) {
        SweepPoint point{.n = n, .d = s.sizes.d};
        const auto length = static_cast<double>(n);
        point.time[Runner::attention] = took(length * length);
        point.time[Runner::rnn] = took(each * length);
        s.points.push_back(point);
    }
    return s;
}

/// A sweep that takes hardly any time.
SweepOptions brief(std::vector<Index> lengths, std::vector<Index> widths) {
    return {.sizes = {.d = 16, .heads = 2},
            .n = 8,
            .lengths = std::move(lengths),
            .widths = std::move(widths),
            .each = {.least_runs = 3, .least_seconds = 0, .most_seconds = 0}};
}

/// The sweep with one more point, when all its batches have run; null when stopped.
std::shared_ptr<const Sweep> next_point(SweepRun& run, const base::StopToken& stop = {}) {
    auto part = run.next(stop);
    while (!part && !stop.stop_requested())
        part = run.next(stop);
    return part;
}

/// The whole sweep; null when stopped.
std::shared_ptr<const Sweep> sweep(const SweepOptions& options, const base::StopToken& stop = {}) {
    SweepRun run(options);
    auto part = run.next(stop);
    while (!run.finished() && !stop.stop_requested())
        part = run.next(stop);
    return part;
}

} // namespace

TEST_CASE("a sweep measures every runner at every length and width, point after point") {
    const SweepOptions options = brief({12, 4, 8}, {32, 16});
    SweepRun run(options);
    std::shared_ptr<const Sweep> s;
    for (const std::size_t measured : {1U, 2U, 3U, 4U}) {
        s = next_point(run);
        CHECK(s->points.size() == measured);
        CHECK(s->finished == (measured == 4));
    }
    CHECK(run.next()->points.size() == 4); // and there is nothing more to measure
    CHECK(s->sizes == options.sizes);
    CHECK(s->n == 8);
    bool settled = true;
    for (const SweepPoint& point : s->points)
        for (const Runner runner : runners) {
            CHECK(point.time[runner].measured());
            CHECK(point.expected[runner] == 0);
            settled &= point.time[runner].settled;
        }
    CHECK(s->noisy == !settled);
}

TEST_CASE("the cheapest points come first, and what lies on both lines stands there once") {
    std::vector<std::pair<Index, Index>> order;
    for (const SweepPoint& point : sweep_points(brief({1024, 4, 8}, {64, 16, 8})))
        order.emplace_back(point.n, point.d);
    CHECK(order == std::vector<std::pair<Index, Index>>{{8, 8}, {4, 16}, {8, 16}, {8, 64}, {1024, 16}});
}

TEST_CASE("the points lie along the length, and along the width") {
    Sweep s{.sizes = {.d = 16}, .n = 8, .points = {{.n = 8, .d = 64}, {.n = 9, .d = 16}, {.n = 8, .d = 16}}};
    const auto lengths = s.along_length(), widths = s.along_width();
    REQUIRE(lengths.size() == 2);
    CHECK(lengths[0].n == 8);
    CHECK(lengths[1].n == 9);
    REQUIRE(widths.size() == 2);
    CHECK(widths[0].d == 16);
    CHECK(widths[1].d == 64);
}

TEST_CASE("what would take too long is left out, with how long it would take") {
    SweepOptions options = brief({4, 8, 4096}, {});
    options.longest_run = 0; // everything but the first point, of which nothing is known yet
    const auto s = sweep(options);
    CHECK(s->finished);
    REQUIRE(s->points.size() == 3);
    CHECK(s->points[0].time[Runner::rnn].measured());
    for (const Runner runner : runners) {
        CHECK_FALSE(s->points[2].time[runner].measured());
        CHECK(s->points[2].expected[runner] > 0);
    }
    options.longest_run = 1.5;
    options.most_seconds = 0; // the time is up before the first
    const auto late = sweep(options);
    for (const SweepPoint& point : late->points)
        CHECK(point.expected[Runner::lstm] == 1.5);
}

TEST_CASE("a run is expected to take as much longer as it multiplies more") {
    Sweep s;
    SweepPoint small{.n = 16, .d = 64}, large{.n = 64, .d = 64};
    small.time[Runner::rnn] = took(9);
    large.time[Runner::rnn] = took(2);
    s.points = {large, small};
    CHECK(expected_seconds(s, Runner::rnn, {.n = 128, .d = 64}).value() == make::about(4));
    CHECK(expected_seconds(s, Runner::rnn, {.n = 64, .d = 128}).value() == make::about(8));
    CHECK_FALSE(expected_seconds(s, Runner::lstm, {.n = 64, .d = 128}));
}

TEST_CASE("a sweep that is stopped is none, even in the middle of a point") {
    base::StopSource stop;
    SweepOptions options = brief({4, 65536}, {});
    options.sizes.d = 64;
    options.longest_run = options.most_seconds = 1e9;
    SweepRun run(options);
    CHECK(next_point(run, stop.token())->points.size() == 1);
    std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        stop.request_stop();
    });
    CHECK(next_point(run, stop.token()) == nullptr);
    CHECK(sweep(options, stop.token()) == nullptr);
    canceller.join();
}

TEST_CASE("a sweep that was interrupted goes on where it was, and leaves nothing out") {
    SweepRun run(brief({4, 8, 16}, {}));
    CHECK(next_point(run)->points.size() == 1);
    base::StopSource stop;
    run.next(stop.token()); // in the middle of the second point
    stop.request_stop();
    CHECK(run.next(stop.token()) == nullptr);
    std::shared_ptr<const Sweep> all;
    while (!run.finished())
        all = next_point(run);
    REQUIRE(all->points.size() == 3);
    for (const SweepPoint& point : all->points)
        for (const Runner runner : runners)
            CHECK(point.time[runner].measured());
}

TEST_CASE("a sweep refuses what is out of range before it measures anything") {
    const auto refuse = [](const SweepOptions& options) {
        CHECK_THROWS_AS(SweepRun(options).next(), base::InputError);
    };
    refuse({.lengths = {4, 0}});
    refuse({.lengths = {4, 100'000}});
    refuse({.widths = {64, 4096}});
    refuse({.sizes = {.d = 64, .heads = 4}, .widths = {64, 10}});
    refuse({.sizes = {.d = 10, .heads = 4}});
    refuse({.sizes = {.threads = 0}, .lengths = {}});
}

TEST_CASE("lines cross where they do in log-log, between two measured lengths") {
    const Trend between = trend_over_length(squares({10, 100, 1000}, 30), Runner::rnn);
    CHECK(between.growth == Growth::then_slower);
    CHECK(between.crossing.value() == make::about(30));
    CHECK(between.last == 1000);
    const Trend at_a_point = trend_over_length(squares({10, 100, 1000}, 100), Runner::rnn);
    CHECK(at_a_point.growth == Growth::then_slower);
    CHECK(at_a_point.crossing.value() == make::about(100));
}

TEST_CASE("along the width attention is faster from where the other's line rises above its own") {
    Sweep s{.sizes = {.d = 1}, .n = 8, .points = {}};
    for (const Index d : {10, 100, 1000}) {
        SweepPoint point{.n = 8, .d = d};
        const auto width = static_cast<double>(d);
        point.time[Runner::attention] = took(30 * width);
        point.time[Runner::rnn] = took(width * width);
        s.points.push_back(point);
    }
    const Trend trend = trend_over_width(s, Runner::rnn);
    CHECK(trend.growth == Growth::then_faster);
    CHECK(trend.crossing.value() == make::about(30));
    CHECK(trend_over_width(s, Runner::lstm).growth == Growth::unmeasured);
    s.points.pop_back();
    s.points.back().time[Runner::attention] = took(1e9);
    CHECK(trend_over_width(s, Runner::rnn).growth == Growth::slower);
}

TEST_CASE("no crossing where one is always faster, or nothing was measured") {
    const auto growth = [](const Sweep& s, Runner other) {
        const Trend trend = trend_over_length(s, other);
        CHECK_FALSE(trend.crossing);
        return trend.growth;
    };
    CHECK(growth(squares({10, 100}, 1), Runner::rnn) == Growth::slower);
    CHECK(growth(squares({10, 100}, 1000), Runner::rnn) == Growth::faster);
    CHECK(growth(squares({10, 100}, 30), Runner::lstm) == Growth::unmeasured);
    CHECK(growth({}, Runner::rnn) == Growth::unmeasured);
}

TEST_CASE("where the two change places more than once, there is no length from which one is slower") {
    Sweep s = squares({10, 100, 1000, 10'000}, 300);
    s.points[0].time[Runner::attention] = took(1e9);
    const Trend trend = trend_over_length(s, Runner::rnn);
    CHECK(trend.growth == Growth::mixed);
    CHECK_FALSE(trend.crossing);
}

TEST_CASE("times that are about equal stand on neither side") {
    const auto growth = [](std::initializer_list<double> ratios) {
        Sweep s;
        for (const double ratio : ratios) {
            SweepPoint point{.n = 16 << s.points.size(), .d = s.sizes.d};
            point.time[Runner::attention] = took(ratio);
            point.time[Runner::rnn] = took(1);
            s.points.push_back(point);
        }
        const Trend trend = trend_over_length(s, Runner::rnn);
        CHECK(trend.crossing.has_value() ==
              (trend.growth == Growth::then_slower || trend.growth == Growth::then_faster));
        return trend.growth;
    };
    CHECK(growth({1.02, 0.98}) == Growth::about_equal);
    CHECK(growth({0.5, 1.02}) == Growth::never_slower);
    CHECK(growth({1.02, 2}) == Growth::never_faster);
    CHECK(growth({0.5, 1.02, 0.98, 2}) == Growth::then_slower);
    CHECK(growth({2, 0.98, 0.5}) == Growth::then_faster);
    CHECK(growth({1.02, 0.5, 2}) == Growth::mixed);
    CHECK(growth({0.5, 2, 1.02}) == Growth::mixed);
}

TEST_CASE("where attention is the faster again at the end, no crossing is claimed") {
    Sweep s = squares({10, 100, 1000}, 30);
    s.points[2].time[Runner::attention] = took(1);
    CHECK(trend_over_length(s, Runner::rnn).growth == Growth::mixed);
}

TEST_CASE("the factor of measurements that follow the formula is their rate, whatever the short ones do") {
    Sweep s;
    s.sizes = {.d = 32, .heads = 2};
    for (const Index n : {16, 32, 64, 128}) {
        SweepPoint point{.n = n, .d = s.sizes.d};
        for (const Runner runner : runners) {
            const double overhead = n < 64 ? 1e-3 : 0;
            point.time[runner] = took(overhead + 2e-11 * cost(runner, n, s.sizes).multiply_adds);
        }
        s.points.push_back(point);
    }
    for (const Runner runner : runners) {
        const auto factor = fitted_factor(s, runner);
        REQUIRE(factor);
        CHECK(*factor == make::about(2e-11));
    }
}

TEST_CASE("the factor between two lengths is in their middle in log-log; of one length there is none") {
    Sweep s;
    for (const auto& [n, factor] : {std::pair<Index, double>{64, 1e-10}, {128, 4e-10}}) {
        SweepPoint point{.n = n, .d = s.sizes.d};
        point.time[Runner::rnn] = took(factor * cost(Runner::rnn, n, s.sizes).multiply_adds);
        s.points.push_back(point);
    }
    CHECK(fitted_factor(s, Runner::rnn).value() == make::about(2e-10));
    CHECK_FALSE(fitted_factor(s, Runner::lstm));
    s.points.pop_back();
    CHECK_FALSE(fitted_factor(s, Runner::rnn));
}
