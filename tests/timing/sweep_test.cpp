#include "timing/sweep.h"

#include "attention/input_error.h"
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
    Sweep s;
    for (const Index n : lengths) {
        SweepPoint point{.n = n};
        const auto length = static_cast<double>(n);
        point.time[Runner::attention] = took(length * length);
        point.time[Runner::rnn] = took(each * length);
        s.points.push_back(point);
    }
    return s;
}

} // namespace

TEST_CASE("a sweep measures every runner at every length, and tells after each") {
    std::vector<std::size_t> told;
    const SweepOptions options{.sizes = {.d = 16, .heads = 2},
                               .lengths = {12, 4, 8},
                               .each = {.least_seconds = 0, .most_seconds = 0.01}};
    const auto s = sweep(options, [&](const auto& part) {
        told.push_back(part->points.size());
        CHECK(part->finished == (part->points.size() == 3));
    });
    CHECK(told == std::vector<std::size_t>{1, 2, 3});
    CHECK(s->finished);
    CHECK(s->product_rate > 0);
    CHECK(s->sizes == options.sizes);
    bool settled = true;
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(s->points[i].n == static_cast<Index>(4 * (i + 1)));
        for (const Runner runner : runners) {
            CHECK(s->points[i].time[runner].measured());
            CHECK(s->points[i].threads[runner] == 1);
            settled &= s->points[i].time[runner].settled;
        }
    }
    CHECK(s->noisy == !settled);
}

TEST_CASE("a sweep that is stopped is none, even in the middle of a length") {
    std::stop_source stop;
    std::jthread canceller;
    const auto stop_soon = [&](const auto& part) {
        CHECK(part->points.size() == 1);
        canceller = std::jthread([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            stop.request_stop();
        });
    };
    const SweepOptions options{
        .sizes = {.d = 64}, .lengths = {4, 65536}, .each = {.least_seconds = 0, .most_seconds = 0.01}};
    CHECK(sweep(options, stop_soon, stop.get_token()) == nullptr);
    CHECK(sweep(options, {}, stop.get_token()) == nullptr);
}

TEST_CASE("a sweep refuses what is out of range before it measures anything") {
    const auto refuse = [](const SweepOptions& options) {
        CHECK_THROWS_AS(sweep(options, [](const auto&) { FAIL("measured"); }), attention::InputError);
    };
    refuse({.lengths = {4, 0}});
    refuse({.lengths = {4, 100'000}});
    refuse({.sizes = {.d = 10, .heads = 4}});
    refuse({.sizes = {.threads = 0}, .lengths = {}});
}

TEST_CASE("lines cross where they do in log-log, between two measured lengths") {
    const auto between = crossover(squares({10, 100, 1000}, 30), Runner::rnn);
    REQUIRE(between);
    CHECK(*between == doctest::Approx(30));
    const auto at_a_point = crossover(squares({10, 100, 1000}, 100), Runner::rnn);
    REQUIRE(at_a_point);
    CHECK(*at_a_point == doctest::Approx(100));
}

TEST_CASE("no crossover where one is always the faster, or nothing was measured") {
    CHECK_FALSE(crossover(squares({10, 100}, 1), Runner::rnn));
    CHECK_FALSE(crossover(squares({10, 100}, 1000), Runner::rnn));
    CHECK_FALSE(crossover(squares({10, 100}, 30), Runner::lstm));
    CHECK_FALSE(crossover({}, Runner::rnn));
}

TEST_CASE("a single length that is out of line does not move the crossover") {
    Sweep s = squares({10, 100, 1000, 10'000}, 300);
    s.points[0].time[Runner::attention] = took(1e9); // slow once, while something else was running
    const auto where = crossover(s, Runner::rnn);
    REQUIRE(where);
    CHECK(*where == doctest::Approx(300));
}

TEST_CASE("where attention is the faster one again at the end, nothing is claimed") {
    Sweep s = squares({10, 100, 1000}, 30);
    s.points[2].time[Runner::attention] = took(1);
    CHECK_FALSE(crossover(s, Runner::rnn));
}

TEST_CASE("the factor of measurements that follow the formula is their rate, whatever the short ones do") {
    Sweep s;
    s.sizes = {.d = 32, .heads = 2};
    for (const Index n : {16, 32, 64, 128}) {
        SweepPoint point{.n = n};
        for (const Runner runner : runners) {
            const double overhead = n < 64 ? 1e-3 : 0;
            point.time[runner] = took(overhead + 2e-11 * cost(runner, n, s.sizes).multiply_adds);
        }
        s.points.push_back(point);
    }
    for (const Runner runner : runners) {
        const auto factor = fitted_factor(s, runner);
        REQUIRE(factor);
        CHECK(*factor == doctest::Approx(2e-11));
    }
}

TEST_CASE("the factor between two lengths is in their middle in log-log; of one length there is none") {
    Sweep s;
    for (const auto& [n, factor] : {std::pair<Index, double>{64, 1e-10}, {128, 4e-10}}) {
        SweepPoint point{.n = n};
        point.time[Runner::rnn] = took(factor * cost(Runner::rnn, n, s.sizes).multiply_adds);
        s.points.push_back(point);
    }
    CHECK(fitted_factor(s, Runner::rnn).value() == doctest::Approx(2e-10));
    CHECK_FALSE(fitted_factor(s, Runner::lstm));
    s.points.pop_back();
    CHECK_FALSE(fitted_factor(s, Runner::rnn));
}
