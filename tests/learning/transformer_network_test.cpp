#include "learning/transformer_network.h"

#include "close.h"
#include "learning/networks.h"
#include "model/transformer.h"

#include <algorithm>
#include <map>

using namespace networks;
using learning::batch_of;
using learning::TransformerNetwork;

namespace {

/// What model::run() answers to each question, one sentence at a time.
Matrix answers_one_by_one(const Transformer& transformer, const std::vector<Example>& all) {
    std::vector<base::RowVector> rows;
    for (const Example& example : all) {
        const auto run = model::run(transformer, example.source, example.target);
        for (const auto& asked : example.asked)
            rows.emplace_back(run.probabilities[static_cast<std::size_t>(asked.output)].row(asked.position));
    }
    Matrix answers(static_cast<Index>(rows.size()), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        answers.row(static_cast<Index>(i)) = rows[i];
    return answers;
}

} // namespace

TEST_CASE("in a batch every sentence is answered as it is alone, whatever fills it up") {
    for (const Kind& kind : kinds)
        for (const bool filled_up : {false, true}) {
            CAPTURE(kind.name);
            CAPTURE(filled_up);
            const Transformer transformer = networks::transformer(kind.sizes);
            const auto all = examples(kind.sizes, filled_up);
            TransformerNetwork network(transformer);
            const Matrix together = network.answer(batch_of(all, kind.sizes.causal));
            CHECK(make::is_close(together, answers_one_by_one(transformer, all)));
        }
}

TEST_CASE("a batch after a longer one, and one before it, are answered alike") {
    for (const Kind& kind : kinds) {
        CAPTURE(kind.name);
        const auto all = examples(kind.sizes);
        const std::span<const Example> short_ones{all.begin() + 1, all.end()};
        const Batch batch = batch_of(short_ones, kind.sizes.causal);
        TransformerNetwork network(networks::transformer(kind.sizes));
        const Matrix before = network.answer(batch);
        network.answer(batch_of(all, kind.sizes.causal));
        CHECK(network.answer(batch) == before);
    }
}

TEST_CASE("the weights of wanted cells are those of the pass that is shown") {
    for (const Kind& kind : kinds) {
        CAPTURE(kind.name);
        const Transformer transformer = networks::transformer(kind.sizes);
        const auto all = examples(kind.sizes);
        const auto wanted_edges = edges(kind.sizes);
        const Batch batch = batch_of(all, kind.sizes.causal);
        TransformerNetwork network(transformer);
        network.answer(batch);
        std::vector<std::vector<float>> expected;
        for (const Example& example : all) {
            const auto run = model::run(transformer, example.source, example.target);
            for (const auto& wanted : example.wanted) {
                const Edge& edge = wanted_edges[static_cast<std::size_t>(wanted.edge)];
                const auto part = edge.cross ? model::Part::cross : model::Part::encoder;
                expected.emplace_back();
                for (const auto& head : run.at({part, edge.layer}).trace.heads)
                    expected.back().push_back(head.weights(wanted.from, wanted.to));
            }
        }
        const auto found = network.wanted_weights(batch, wanted_edges);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            REQUIRE(found[i].size() == expected[i].size());
            for (std::size_t head = 0; head < found[i].size(); ++head)
                CHECK(found[i][head] == make::about(expected[i][head]).share(1e-4));
        }
    }
}

TEST_CASE("the loss is the mean of −log p of the right answers") {
    for (const Kind& kind : kinds) {
        CAPTURE(kind.name);
        const Batch batch = batch_of(examples(kind.sizes), kind.sizes.causal);
        TransformerNetwork network(networks::transformer(kind.sizes));
        const Matrix p = network.answer(batch);
        double expected = 0;
        Index right = 0;
        for (Index i = 0; i < p.rows(); ++i) {
            const Index answer = batch.asked[static_cast<std::size_t>(i)].asked.answer;
            expected -= std::log(p(i, answer)) / static_cast<double>(p.rows());
            right += p(i, answer) == p.row(i).maxCoeff();
        }
        const learning::Loss loss = network.learn(batch, {});
        CHECK(loss.answers == make::about(expected).share(1e-5));
        CHECK(loss.right == right);
        CHECK(loss.hint == 0);
    }
}

TEST_CASE("the gradient of the loss is what its differences say, for every group of parameters") {
    for (const Kind& kind : kinds) {
        CAPTURE(kind.name);
        TransformerNetwork network(networks::transformer(kind.sizes));
        check_gradients(network, batch_of(examples(kind.sizes), kind.sizes.causal));
    }
}

TEST_CASE("so is the gradient with a hint, which costs −λ·log of the weight of wanted cells") {
    for (const Kind& kind : kinds) {
        CAPTURE(kind.name);
        const auto wanted_edges = edges(kind.sizes);
        const learning::Hint hint{wanted_edges, 0.5F};
        const Batch batch = batch_of(examples(kind.sizes), kind.sizes.causal);
        TransformerNetwork network(networks::transformer(kind.sizes));
        const learning::Loss loss = network.learn(batch, hint);
        double expected = 0;
        const auto weights = network.wanted_weights(batch, wanted_edges);
        REQUIRE(weights.size() == 4); // two cells of each edge
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const auto edge = static_cast<std::size_t>(batch.wanted[i].wanted.edge);
            const float weight = weights[i].at(static_cast<std::size_t>(wanted_edges[edge].head));
            expected -= 0.5 / 2 * std::log(weight);
        }
        CHECK(loss.hint == make::about(expected).share(1e-5));
        check_gradients(network, batch, hint);
    }
}

TEST_CASE("where several keys serve, a hint costs −λ·log of the sum of their weights") {
    const Kind& kind = kinds[2]; // causal
    const auto wanted_edges = edges(kind.sizes);
    const learning::Hint hint{wanted_edges, 0.5F};
    Batch batch = batch_of(examples(kind.sizes), kind.sizes.causal);
    std::erase_if(batch.wanted, [](const learning::BatchWanted& each) { return each.wanted.edge == 0; });
    TransformerNetwork network(networks::transformer(kind.sizes));
    const double alone = network.learn(batch, hint).hint;
    for (learning::BatchWanted& each : batch.wanted)
        each.wanted.also = {0};
    const learning::Loss loss = network.learn(batch, hint);
    double expected = 0;
    for (const auto& weights : network.wanted_weights(batch, wanted_edges))
        expected -= 0.5 / 2 * std::log(weights.at(static_cast<std::size_t>(wanted_edges[1].head)));
    CHECK(loss.hint == make::about(expected).share(1e-5));
    CHECK(loss.hint < alone);
    check_gradients(network, batch, hint);
}

TEST_CASE("a hint moves only what leads to the weights: values and readout are left to the answers") {
    const TransformerSizes& sizes = kinds[1].sizes; // one layer, untied
    const Batch batch = batch_of(examples(sizes), false);
    const std::vector<Edge> wanted_edges = edges(sizes);
    TransformerNetwork network(networks::transformer(sizes));
    const auto gradients = [&](float weight) {
        network.learn(batch, {wanted_edges, weight});
        std::map<std::string, std::vector<float>> all;
        for (const auto& parameter : network.parameters())
            all[parameter.name].assign(parameter.gradient, parameter.gradient + parameter.size);
        return all;
    };
    const auto plain = gradients(0), hinted = gradients(1), plain_again = gradients(0);
    for (const auto& entry : plain) {
        const std::string& name = entry.first;
        const std::vector<float>& gradient = entry.second;
        CAPTURE(name);
        const bool leads_to_weights = name.ends_with("w_q") || name.ends_with("b_q") ||
                                      name.ends_with("w_k") || name.ends_with("embedding") ||
                                      name.ends_with("positions") || name.starts_with("encoder.0.self.norm");
        if (!name.ends_with("b_k")) // which moves every score of a row alike
            CHECK((hinted.at(name) != gradient) == leads_to_weights);
        CHECK(plain_again.at(name) == gradient); // a hint leaves nothing behind
    }
}

TEST_CASE("parameters are views of the model, under the names that its file has") {
    TransformerNetwork network(networks::transformer(kinds.back().sizes));
    std::vector<std::string> names;
    Transformer copy = network.transformer();
    model::visit_parameters(copy, [&](const std::string& name, Index rows, Index columns, const float*) {
        const auto& parameter = network.parameters()[names.size()];
        CHECK(parameter.name == name);
        CHECK(parameter.size == rows * columns);
        names.push_back(name);
    });
    CHECK(names.size() == network.parameters().size());
    network.parameters().front().value[0] = 7;
    CHECK(network.transformer().encoder.embedding(0, 0) == 7);
}
