#include "recurrent/network.h"

#include "base/every_instruction_set.h"
#include "base/input_error.h"
#include "base/product.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace recurrent;
using base::InputError;

namespace {

Weights weights(Cell cell, Index d_in, Index d) {
    const Index rows = gates(cell) * d;
    const auto wave = [](Index r, Index c) {
        return Matrix(Matrix::NullaryExpr(
            r, c, [](Index i, Index j) { return 0.3F * std::sin(static_cast<float>(1 + 7 * i + 3 * j)); }));
    };
    return {cell, wave(rows, d_in), wave(rows, d), wave(1, rows), -wave(1, rows)};
}

/// Units enough for a step to be shared among threads, and no multiple of any vector's width.
constexpr Index shared_d = 330;

Matrix words(Index rows, Index d_in) {
    return Matrix::NullaryExpr(rows, d_in,
                               [](Index i, Index j) { return std::cos(static_cast<float>(i + 5 * j)); });
}

/// The refused tensor; every message names a value and says what to do.
std::string refused(const std::function<void()>& run) {
    try {
        run();
    } catch (const InputError& error) {
        CHECK_FALSE(error.problem.empty());
        CHECK_FALSE(error.hint.empty());
        return error.where;
    }
    return "nothing";
}

} // namespace

TEST_CASE("every instruction set gives the same states") {
    for (const Cell cell : {Cell::rnn, Cell::lstm})
        for (const Index d : {1, 15, 33, 70})
            for (const Index items : {1, 3, 40}) {
                const Weights w = weights(cell, 9, d);
                const Matrix x = words(5 * items, 9);
                const Matrix best = Network(w).run(x, {.items = items}).hidden;
                with_every_instruction_set([&] {
                    CAPTURE(d);
                    CAPTURE(items);
                    CHECK(make::is_close(Network(w).run(x, {.items = items}).hidden, best,
                                         make::of_largest(1e-5F)));
                });
            }
}

TEST_CASE("an RNN of one unit is tanh of its sums, by hand") {
    Weights w{Cell::rnn, Matrix(1, 2), Matrix(1, 1), base::RowVector(1), base::RowVector(1)};
    w.w_ih << 0.5F, -1;
    w.w_hh << 0.25F;
    w.b_ih << 0.1F;
    w.b_hh << 0.2F;
    Matrix x(2, 2);
    x << 1, 2, 3, 4;
    const Matrix h = Network(w).run(x).hidden;
    const float first = std::tanh(0.5F - 2 + 0.3F);
    CHECK(h(0, 0) == make::about(first));
    CHECK(h(1, 0) == make::about(std::tanh(1.5F - 4 + 0.3F + 0.25F * first)));
}

TEST_CASE("an LSTM of one unit follows its gates, by hand") {
    Weights w{Cell::lstm, Matrix(4, 1), Matrix::Zero(4, 1), base::RowVector::Zero(4),
              base::RowVector::Zero(4)};
    w.w_ih << 1, -1, 2, 0.5F;
    const States s = Network(w).run(Matrix::Constant(2, 1, 1), {.keep_cell = true});
    const auto sigmoid = [](float z) { return 1 / (1 + std::exp(-z)); };
    const float written = sigmoid(1) * std::tanh(2.0F), second = sigmoid(-1) * written + written;
    CHECK(s.cell(0, 0) == make::about(written));
    CHECK(s.cell(1, 0) == make::about(second));
    CHECK(s.hidden(1, 0) == make::about(sigmoid(0.5F) * std::tanh(second)));
}

TEST_CASE("cell states are kept on demand, the last one always") {
    const Network lstm(weights(Cell::lstm, 3, 5)), rnn(weights(Cell::rnn, 3, 5));
    CHECK(lstm.run(words(4, 3)).cell.rows() == 0);
    CHECK(lstm.run(words(4, 3), {.keep_cell = true}).cell.rows() == 4);
    CHECK(lstm.run(words(4, 3)).last.cell.rows() == 1);
    CHECK(rnn.run(words(4, 3), {.keep_cell = true}).cell.rows() == 0);
    CHECK(rnn.run(words(4, 3)).last.cell.rows() == 0);
}

TEST_CASE("sums far out of range saturate, and nothing becomes NaN") {
    for (const Cell cell : {Cell::rnn, Cell::lstm}) {
        const States s = Network(weights(cell, 3, 5)).run(1e30F * words(4, 3));
        CHECK(s.hidden.allFinite());
        CHECK(make::largest(s.hidden.cwiseAbs()) <= 1);
    }
}

TEST_CASE("several threads make the states that one makes, alone and in batches") {
    for (const Cell cell : {Cell::rnn, Cell::lstm})
        for (const Index items : {1, 3}) {
            const Network network(weights(cell, 7, shared_d));
            const States one = network.run(words(12 * items, 7), {.items = items, .keep_cell = true});
            const States three =
                network.run(words(12 * items, 7), {.items = items, .threads = 3, .keep_cell = true});
            CHECK(make::is_close(one.hidden, three.hidden, make::of_largest(1e-6F)));
            if (cell == Cell::lstm) CHECK(make::is_close(one.cell, three.cell, make::of_largest(1e-6F)));
            CHECK(make::is_close(one.last.hidden, three.last.hidden, make::of_largest(1e-6F)));
        }
}

TEST_CASE("every step is announced, once and in order, on one thread and on two") {
    for (const Cell cell : {Cell::rnn, Cell::lstm})
        for (const int threads : {1, 2}) {
            std::vector<Index> steps;
            const RunOptions options{.threads = threads, .on_step = [&](Index t) { steps.push_back(t); }};
            Network(weights(cell, 3, shared_d)).run(words(5, 3), options);
            CHECK(steps == std::vector<Index>{0, 1, 2, 3, 4});
        }
}

TEST_CASE("a run that is stopped makes no later step, on one thread and on two") {
    for (const Cell cell : {Cell::rnn, Cell::lstm})
        for (const int threads : {1, 2}) {
            constexpr Index items = 2, n = 1000; // in a batch every product is counted where it is made
            const Network network(weights(cell, 3, shared_d));
            const Matrix x = words(n * items, 3);
            const std::uint64_t start = base::multiply_adds_done();
            network.run(x, {.items = items});
            const std::uint64_t step = (base::multiply_adds_done() - start) / n;

            base::StopSource stop;
            Index last = -1;
            std::uint64_t done = 0;
            const auto on_step = [&](Index t) {
                last = t;
                if (t != 2) return;
                stop.request_stop();
                done = base::multiply_adds_done();
            };
            network.run(x, {.items = items, .threads = threads, .on_step = on_step, .stop = stop.token()});
            CHECK(last == 2);
            // The other thread is in some step, and may have been about to begin the next.
            CHECK(base::multiply_adds_done() - done <= 2 * step);
        }
}

TEST_CASE("weights that do not fit together are refused by name") {
    const auto refuse = [](const std::string& tensor, const std::function<void(Weights&)>& spoil) {
        for (const Cell cell : {Cell::rnn, Cell::lstm}) {
            Weights w = weights(cell, 3, 5);
            spoil(w);
            CHECK(refused([&] { Network{w}; }) == tensor);
        }
    };
    refuse("w_ih", [](Weights& w) { w.w_ih.conservativeResize(w.w_ih.rows() - 1, Eigen::NoChange); });
    refuse("w_hh", [](Weights& w) {
        w.w_hh.conservativeResize(w.w_hh.rows() + 1, Eigen::NoChange), w.w_hh.bottomRows(1).setZero();
    });
    refuse("w_hh", [](Weights& w) { w.w_hh.resize(0, 0); });
    refuse("b_ih", [](Weights& w) { w.b_ih.resize(0); });
    refuse("b_hh", [](Weights& w) { w.b_hh.resize(3); });
    refuse("w_ih", [](Weights& w) { w.w_ih(1, 2) = std::numeric_limits<float>::quiet_NaN(); });
    refuse("w_hh", [](Weights& w) { w.w_hh(0, 0) = std::numeric_limits<float>::infinity(); });
    refuse("b_hh", [](Weights& w) { w.b_hh[4] = std::numeric_limits<float>::quiet_NaN(); });
}

TEST_CASE("words and states that do not fit the network are refused by name") {
    const Network network(weights(Cell::lstm, 3, 5));
    CHECK(refused([&] { network.run(words(4, 2)); }) == "x");
    CHECK(refused([&] { network.run(words(0, 3)); }) == "x");
    CHECK(refused([&] { network.run(words(5, 3), {.items = 2}); }) == "x");
    CHECK(refused([&] { network.run(words(5, 3), {.items = 0}); }) == "x");
    State state = network.start(2);
    CHECK(refused([&] { network.step(words(3, 3), state); }) == "x");
    State narrow{Matrix::Zero(2, 4), Matrix::Zero(2, 4)};
    CHECK(refused([&] { network.step(words(2, 3), narrow); }) == "state");
    State of_an_rnn{Matrix::Zero(2, 5), {}}; // its cell would be read past its end
    CHECK(refused([&] { network.step(words(2, 3), of_an_rnn); }) == "state");
}

TEST_CASE("the beginning is zeros, a row for each sequence") {
    CHECK(Network(weights(Cell::lstm, 3, 5)).start(2).cell == Matrix::Zero(2, 5));
    CHECK(Network(weights(Cell::rnn, 3, 5)).start(2).hidden == Matrix::Zero(2, 5));
    CHECK(Network(weights(Cell::rnn, 3, 5)).start(2).cell.rows() == 0);
}
