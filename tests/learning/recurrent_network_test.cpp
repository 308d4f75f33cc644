#include "close.h"
#include "learning/differences.h"
#include "learning/networks.h"
#include "learning/recurrent_network.h"
#include "recurrent/network.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace learning;
using make::doubles, make::is_gradient, make::is_rounded, make::sum_of_products;

// The layer.

namespace {

constexpr Index n = 4, items = 3, d_in = 2, d = 5;

RecurrentWeights<double> weights(Cell cell) {
    const Index rows = recurrent::gates(cell) * d;
    return {cell, doubles(rows, d_in, 1), doubles(rows, d, 2), doubles(1, rows, 3), doubles(1, rows, 4)};
}
template <class T>
RecurrentWeights<T> zeros_like(const RecurrentWeights<T>& w) {
    return {w.cell, MatrixOf<T>::Zero(w.w_ih.rows(), w.d_in()), MatrixOf<T>::Zero(w.w_hh.rows(), w.d()),
            RowVectorOf<T>::Zero(w.b_ih.size()), RowVectorOf<T>::Zero(w.b_hh.size())};
}
RecurrentWeights<float> rounded(const RecurrentWeights<double>& w) {
    return {w.cell, w.w_ih.cast<float>(), w.w_hh.cast<float>(), w.b_ih.cast<float>(), w.b_hh.cast<float>()};
}

RecurrentState<double> state(Cell cell, unsigned seed) {
    return {doubles(items, d, seed), cell == Cell::lstm ? doubles(items, d, seed + 1) : MatrixOf<double>()};
}
RecurrentState<float> rounded(const RecurrentState<double>& s) {
    return {s.hidden.cast<float>(), s.cell.cast<float>()};
}

} // namespace

TEST_CASE("the states are those of recurrent::Network") {
    for (const Cell cell : {Cell::rnn, Cell::lstm}) {
        const RecurrentWeights<float> w = rounded(weights(cell));
        const MatrixOf<float> x = make::matrix(n * items, d_in, 5);
        RecurrentRun<float> run;
        recurrent_layer(w, x, items, {}, run);
        const recurrent::Network network({cell, w.w_ih, w.w_hh, w.b_ih, w.b_hh});
        const recurrent::States expected = network.run(x, {.items = items, .keep_cell = true});
        CHECK(make::is_close(run.words(items), expected.hidden, 1e-6F));
        CHECK(make::is_close(run.last(items).hidden, expected.last.hidden, 1e-6F));
        if (cell == Cell::lstm) CHECK(make::is_close(run.last(items).cell, expected.last.cell, 1e-6F));
    }
}

TEST_CASE("the gradients of words, weights and start are those of finite differences") {
    for (const Cell cell : {Cell::rnn, Cell::lstm}) {
        RecurrentWeights<double> w = weights(cell), g = zeros_like(w);
        RecurrentState<double> start = state(cell, 6);
        MatrixOf<double> x = doubles(n * items, d_in, 5);
        const MatrixOf<double> g_words = doubles(n * items, d, 8);
        const RecurrentState<double> g_last = state(cell, 9);
        RecurrentRun<double> run, measured;
        RecurrentGradients<double> result;
        recurrent_layer(w, x, items, start, run);
        recurrent_backward(w, x, items, run, g_words, g_last, g, result);
        const auto loss = [&] {
            recurrent_layer(w, x, items, start, measured);
            const RecurrentState<double> last = measured.last(items);
            const double of_states = sum_of_products(last.hidden, g_last.hidden) +
                                     (cell == Cell::lstm ? sum_of_products(last.cell, g_last.cell) : 0);
            return sum_of_products(measured.words(items), g_words) + of_states;
        };
        CHECK(is_gradient(result.g_x, x, loss));
        CHECK(is_gradient(g.w_ih, w.w_ih, loss));
        CHECK(is_gradient(g.w_hh, w.w_hh, loss));
        CHECK(is_gradient(g.b_ih, w.b_ih, loss));
        CHECK(is_gradient(g.b_hh, w.b_hh, loss));
        CHECK(is_gradient(result.g_start.hidden, start.hidden, loss));
        if (cell == Cell::lstm) CHECK(is_gradient(result.g_start.cell, start.cell, loss));
    }
}

TEST_CASE("two runs, the second from the last state of the first, are one, forward and backward") {
    for (const Cell cell : {Cell::rnn, Cell::lstm}) {
        const RecurrentWeights<double> w = weights(cell);
        const MatrixOf<double> x = doubles(n * items, d_in, 5), g_words = doubles(n * items, d, 8);
        const Index half = n / 2 * items;
        RecurrentWeights<double> g = zeros_like(w), g_halves = zeros_like(w);
        RecurrentRun<double> whole, first, second;
        RecurrentGradients<double> result, result_first, result_second;
        recurrent_layer(w, x, items, {}, whole);
        recurrent_layer(w, x.topRows(half), items, {}, first);
        recurrent_layer(w, x.bottomRows(half), items, first.last(items), second);
        CHECK(make::is_close(second.words(items), whole.words(items).bottomRows(half),
                             make::of_largest(1e-12)));
        recurrent_backward(w, x, items, whole, g_words, {}, g, result);
        recurrent_backward(w, x.bottomRows(half), items, second, g_words.bottomRows(half), {}, g_halves,
                           result_second);
        recurrent_backward(w, x.topRows(half), items, first, g_words.topRows(half), result_second.g_start,
                           g_halves, result_first);
        CHECK(make::is_close(result_first.g_x, result.g_x.topRows(half), make::of_largest(1e-12)));
        CHECK(make::is_close(result_second.g_x, result.g_x.bottomRows(half), make::of_largest(1e-12)));
        CHECK(make::is_close(g_halves.w_ih, g.w_ih, make::of_largest(1e-12)));
        CHECK(make::is_close(g_halves.w_hh, g.w_hh, make::of_largest(1e-12)));
        CHECK(make::is_close(g_halves.b_hh, g.b_hh, make::of_largest(1e-12)));
    }
}

TEST_CASE("floats give the doubles' numbers, also with sums far out of range") {
    for (const Cell cell : {Cell::rnn, Cell::lstm})
        for (const double size : {1.0, 1e30}) {
            CAPTURE(size);
            const RecurrentWeights<double> w = weights(cell);
            const RecurrentState<double> start = state(cell, 6), g_last = state(cell, 9);
            const MatrixOf<double> x = size * doubles(n * items, d_in, 5), g_words = doubles(n * items, d, 8);
            RecurrentRun<double> run;
            RecurrentRun<float> run_float;
            RecurrentWeights<double> g = zeros_like(w);
            RecurrentWeights<float> w_float = rounded(w), g_float = zeros_like(w_float);
            RecurrentGradients<double> result;
            RecurrentGradients<float> result_float;
            recurrent_layer(w, x, items, start, run);
            recurrent_layer(w_float, x.cast<float>(), items, rounded(start), run_float);
            CHECK(is_rounded(run_float.hidden, run.hidden));
            recurrent_backward(w, x, items, run, g_words, g_last, g, result);
            recurrent_backward(w_float, x.cast<float>(), items, run_float, g_words.cast<float>(),
                               rounded(g_last), g_float, result_float);
            const auto agree = [&](const auto& floats, const auto& exact) {
                // Far out of range tanh and σ are flat: nothing depends on anything.
                return size == 1 ? is_rounded(floats, exact) : make::is_zero(floats);
            };
            CHECK(agree(result_float.g_x, result.g_x));
            CHECK(agree(result_float.g_start.hidden, result.g_start.hidden));
            CHECK(agree(g_float.w_hh, g.w_hh));
            CHECK(agree(g_float.b_ih, g.b_ih));
        }
}

TEST_CASE("what is kept fits the cell, whatever was kept before") {
    RecurrentRun<double> run;
    recurrent_layer(weights(Cell::lstm), doubles(n * items, d_in, 5), items, {}, run);
    CHECK(run.last(items).cell.rows() == items);
    recurrent_layer(weights(Cell::rnn), doubles(n * items, d_in, 5), items, {}, run);
    CHECK(run.last(items).cell.rows() == 0);
}

// The network.

using namespace networks;
using learning::batch_of;
using learning::RecurrentModel;
using learning::RecurrentNetwork;
using recurrent::Cell;

namespace {

constexpr Index width = 6;
const TransformerSizes like_an_encoder{.source_words = words};

RecurrentModel recurrent_model(Cell cell) {
    return learning::random_recurrent_model(cell, words, width, 1);
}

const auto cells = {Cell::rnn, Cell::lstm};

} // namespace

TEST_CASE("what an RNN or LSTM learns has names and shapes") {
    for (const Cell cell : cells) {
        RecurrentModel made = learning::empty_recurrent_model(cell, words, width);
        const Index sums = cell == Cell::lstm ? 4 * width : width;
        std::vector<std::string> names;
        std::vector<std::pair<Index, Index>> shapes;
        visit_parameters(made, [&](const std::string& name, Index rows, Index columns, const float* at) {
            names.push_back(name);
            shapes.emplace_back(rows, columns);
            CHECK(std::all_of(at, at + rows * columns, [](float number) { return number == 0; }));
        });
        CHECK(names == std::vector<std::string>{"embedding", "recurrent.w_ih", "recurrent.w_hh",
                                                "recurrent.b_ih", "recurrent.b_hh", "readout.w",
                                                "readout.b"});
        CHECK(shapes == std::vector<std::pair<Index, Index>>{{words, width},
                                                             {sums, width},
                                                             {sums, width},
                                                             {1, sums},
                                                             {1, sums},
                                                             {width, words},
                                                             {1, words}});
    }
}

TEST_CASE("the same seed gives the same numbers, another seed others") {
    for (const Cell cell : cells) {
        const RecurrentModel one = recurrent_model(cell), same = recurrent_model(cell),
                             other = learning::random_recurrent_model(cell, words, width, 2);
        CHECK(one.embedding == same.embedding);
        CHECK(one.layer.w_hh == same.layer.w_hh);
        CHECK(one.readout.b == same.readout.b);
        CHECK(one.embedding != other.embedding);
        CHECK(one.layer.w_hh != other.layer.w_hh);
        CHECK(make::largest(one.layer.w_hh.cwiseAbs()) <= 1 / std::sqrt(static_cast<float>(width)));
    }
}

TEST_CASE("it answers with what it remembers after the word: the states of the network that the Race runs") {
    for (const Cell cell : cells)
        for (const bool filled_up : {false, true}) {
            const RecurrentModel made = recurrent_model(cell);
            const auto all = examples(like_an_encoder, filled_up);
            RecurrentNetwork network(made);
            const Matrix together = network.answer(batch_of(all, false));
            const recurrent::Network raced(
                {cell, made.layer.w_ih, made.layer.w_hh, made.layer.b_ih, made.layer.b_hh});
            Index row = 0;
            for (const Example& example : all) {
                Matrix x(static_cast<Index>(example.source.size()), width);
                for (Index t = 0; t < x.rows(); ++t)
                    x.row(t) = made.embedding.row(example.source[static_cast<std::size_t>(t)]);
                const Matrix states = raced.run(x).hidden;
                for (const auto& asked : example.asked) {
                    const base::RowVector logits =
                        states.row(asked.position) * made.readout.w + made.readout.b;
                    const base::RowVector e = (logits.array() - logits.maxCoeff()).exp();
                    CHECK(make::is_close(together.row(row++), e / e.sum()));
                }
            }
            CHECK(row == together.rows());
        }
}

TEST_CASE("words after the question change nothing") {
    for (const Cell cell : cells) {
        RecurrentNetwork network(recurrent_model(cell));
        Example example{{3, 1, 4, 1}, {}, {{0, 1, 2}}, {}};
        const Matrix before = network.answer(batch_of(std::vector{example}, false));
        example.source = {3, 1, 7, 2};
        CHECK(network.answer(batch_of(std::vector{example}, false)) == before);
        example.source = {3, 2, 4, 1};
        CHECK(network.answer(batch_of(std::vector{example}, false)) != before);
    }
}

TEST_CASE("the gradient of the loss is what its differences say, for every group of parameters") {
    for (const Cell cell : cells)
        for (const bool filled_up : {false, true}) {
            RecurrentNetwork network(recurrent_model(cell));
            check_gradients(network, batch_of(examples(like_an_encoder, filled_up), false));
        }
}

TEST_CASE("a network without attention takes no hint, and has no weights to show") {
    const std::vector<Edge> wanted_edges = edges(like_an_encoder);
    const Batch batch = batch_of(examples(like_an_encoder), false);
    RecurrentNetwork network(recurrent_model(Cell::lstm));
    CHECK(network.learn(batch, {wanted_edges, 1}).hint == 0);
    CHECK(network.wanted_weights(batch, wanted_edges).empty());
}
