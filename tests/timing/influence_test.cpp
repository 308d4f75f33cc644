#include "timing/influence.h"

#include "attention/trace.h"
#include "close.h"
#include "recurrent/network.h"
#include "timing/layers.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

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
