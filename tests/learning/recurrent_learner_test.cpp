#include "learning/recurrent_learner.h"

#include "close.h"
#include "learning/networks.h"
#include "recurrent/network.h"

#include <algorithm>

using namespace networks;
using learning::batch_of;
using learning::RecurrentLearner;
using learning::RecurrentModel;
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
            RecurrentLearner learner(made);
            const Matrix together = learner.answer(batch_of(all, false));
            const recurrent::Network network(
                {cell, made.layer.w_ih, made.layer.w_hh, made.layer.b_ih, made.layer.b_hh});
            Index row = 0;
            for (const Example& example : all) {
                Matrix x(static_cast<Index>(example.source.size()), width);
                for (Index t = 0; t < x.rows(); ++t)
                    x.row(t) = made.embedding.row(example.source[static_cast<std::size_t>(t)]);
                const Matrix states = network.run(x).hidden;
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
        RecurrentLearner learner(recurrent_model(cell));
        Example example{{3, 1, 4, 1}, {}, {{0, 1, 2}}, {}};
        const Matrix before = learner.answer(batch_of(std::vector{example}, false));
        example.source = {3, 1, 7, 2};
        CHECK(learner.answer(batch_of(std::vector{example}, false)) == before);
        example.source = {3, 2, 4, 1};
        CHECK(learner.answer(batch_of(std::vector{example}, false)) != before);
    }
}

TEST_CASE("the gradient of the loss is what its differences say, for every group of parameters") {
    for (const Cell cell : cells)
        for (const bool filled_up : {false, true}) {
            RecurrentLearner learner(recurrent_model(cell));
            check_gradients(learner, batch_of(examples(like_an_encoder, filled_up), false));
        }
}

TEST_CASE("a network without attention takes no hint, and has no weights to show") {
    const std::vector<Edge> wanted_edges = edges(like_an_encoder);
    const Batch batch = batch_of(examples(like_an_encoder), false);
    RecurrentLearner learner(recurrent_model(Cell::lstm));
    CHECK(learner.learn(batch, {wanted_edges, 1}).hint == 0);
    CHECK(learner.wanted_weights(batch, wanted_edges).empty());
}
