#include "attention/trace.h"
#include "base/input_error.h"
#include "close.h"
#include "recurrent/network.h"
#include "timing/memory.h"
#include "timing/runner.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <functional>
#include <limits>
#include <numeric>

using namespace timing;
using base::RowVector;

namespace {

constexpr Index n = 6, d = 8;

/// ‖∂(last output)/∂x_t‖ by moving every number of x a little to both sides.
std::vector<double> by_differences(const std::function<RowVector(const Matrix&)>& last_output,
                                   const Matrix& x) {
    constexpr float step = 1e-2F;
    std::vector<double> result;
    for (Index t = 0; t < x.rows(); ++t) {
        double squares = 0;
        for (Index c = 0; c < x.cols(); ++c) {
            Matrix up = x, down = x;
            up(t, c) += step;
            down(t, c) -= step;
            squares += ((last_output(up) - last_output(down)) / (2 * step)).squaredNorm();
        }
        result.push_back(std::sqrt(squares));
    }
    return result;
}

void check_equal(const std::vector<double>& found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t t = 0; t < found.size(); ++t) {
        CAPTURE(t);
        CHECK(found[t] == make::about(expected[t]).share(2e-3));
    }
}

} // namespace

TEST_CASE("a recurrent layer's influence is what finite differences of its running code say") {
    for (const auto cell : {recurrent::Cell::rnn, recurrent::Cell::lstm}) {
        const recurrent::Weights weights = random_recurrent(cell, d, 3);
        const recurrent::Network network(weights);
        const Matrix x = random_rows(n, d, 4);
        const auto last = [&](const Matrix& words) {
            return RowVector(network.run(words).last.hidden.row(0));
        };
        check_equal(influence_on_last(weights, x), by_differences(last, x));
    }
}

TEST_CASE(
    "attention's influence is what finite differences of the trace say, the last word's query included") {
    for (const Index heads : {1, 2, 4}) {
        attention::Layer layer = random_attention({.d = d, .heads = heads, .seed = 5});
        layer.b_q = random_rows(1, d, 6);
        const Matrix x = random_rows(n, d, 7);
        const auto last = [&](const Matrix& words) {
            attention::Input input;
            input.x = words;
            return RowVector(trace(input, layer).output.bottomRows(1));
        };
        check_equal(influence_on_last(layer, x), by_differences(last, x));
        layer.w_o.resize(0, 0);
        check_equal(influence_on_last(layer, x), by_differences(last, x));
    }
}

TEST_CASE("an influence too small for a float is still told from none") {
    const auto weights = random_recurrent(recurrent::Cell::rnn, 16, 1);
    const std::vector<double> influence = influence_on_last(weights, random_rows(400, 16, 2));
    CHECK(influence.front() > 0);
    CHECK(influence.front() < std::numeric_limits<float>::denorm_min());
    CHECK(influence.back() > 0.1);
}

// The curves.

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
