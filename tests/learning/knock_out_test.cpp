#include "learning/knock_out.h"

#include "close.h"
#include "learning/learning.h"
#include "learning/networks.h"
#include "learning/trainer.h"

using attention::Quantity;
using learning::interventions;
using learning::KnockOut;
using model::Intervention;
using model::Part;
using namespace networks;

namespace {

const TransformerSizes sizes{.source_words = words,
                             .target_words = target_words,
                             .width = 8,
                             .layers = 2,
                             .heads = 2,
                             .cross_heads = 4};
const Example example{{3, 1, 4, 1, 5}, {2, 6, 1}, {{0, 1, 3}, {0, 2, 1}}, {{0, 1, 2}, {1, 2, 0}, {0, 2, 4}}};

/// A weight that is set to 0.
attention::Override zero(Index head, Index from, Index to) {
    return {{Quantity::weights, head, from, to}, 0};
}

} // namespace

TEST_CASE("a head that is knocked out is switched off") {
    const auto made = interventions({{{Part::encoder, 1}, 1}}, sizes, example);
    CHECK(made == std::vector<Intervention>{{{Part::encoder, 1}, {}, {1}}});
}

TEST_CASE("a whole attention that is knocked out loses all heads that it has there") {
    const auto made = interventions({{{Part::decoder, 0}}, {{Part::cross, 1}}}, sizes, example);
    CHECK(made ==
          std::vector<Intervention>{{{Part::decoder, 0}, {}, {0, 1}}, {{Part::cross, 1}, {}, {0, 1, 2, 3}}});
}

TEST_CASE("a relation that is knocked out loses its weights in every head, wherever its words stand") {
    const auto made = interventions({{{Part::cross, 0}, {}, 0}}, sizes, example);
    CHECK(made == std::vector<Intervention>{{{Part::cross, 0},
                                             {zero(0, 1, 2), zero(0, 2, 4), zero(1, 1, 2), zero(1, 2, 4),
                                              zero(2, 1, 2), zero(2, 2, 4), zero(3, 1, 2), zero(3, 2, 4)},
                                             {}}});
}

TEST_CASE("a relation in one head loses its weights there") {
    CHECK(interventions({{{Part::cross, 0}, 3, 1}}, sizes, example) ==
          std::vector<Intervention>{{{Part::cross, 0}, {zero(3, 2, 0)}, {}}});
}

TEST_CASE("in a sentence without the relation's words nothing is knocked out") {
    Example without = example;
    without.wanted.clear();
    const Transformer transformer = networks::transformer(sizes);
    const auto done = interventions({{{Part::cross, 0}, {}, 0}}, sizes, without);
    CHECK(model::run(transformer, example.source, example.target, done).probabilities ==
          model::run(transformer, example.source, example.target).probabilities);
}

TEST_CASE("a relation knocked out is 0 in the pass, the others of its rows stay") {
    const Transformer transformer = networks::transformer(sizes);
    const auto plain = model::run(transformer, example.source, example.target);
    const auto without = model::run(transformer, example.source, example.target,
                                    interventions({{{Part::cross, 0}, {}, 0}}, sizes, example));
    for (std::size_t head = 0; head < 4; ++head) {
        Matrix expected = plain.at({Part::cross, 0}).trace.heads[head].weights;
        expected(1, 2) = expected(2, 4) = 0;
        CHECK(without.at({Part::cross, 0}).trace.heads[head].weights == expected);
    }
}

TEST_CASE("the answer to a question is the most probable word at its place") {
    const Transformer transformer = networks::transformer(sizes);
    const auto run = model::run(transformer, example.source, example.target);
    const std::vector<Index> answers = learning::answers_of(run, example);
    REQUIRE(answers.size() == 2);
    CHECK(run.probabilities[0](1, answers[0]) == make::largest(run.probabilities[0].row(1)));
    CHECK(run.probabilities[0](2, answers[1]) == make::largest(run.probabilities[0].row(2)));
}

TEST_CASE("the sentences that are right with nothing knocked out are those of the evaluation") {
    const learned::Task& it = learned::task("copy");
    learning::Trainer trainer(it, {.steps = 60, .learning_rate = 0.01F});
    while (!trainer.done())
        trainer.step();
    const double exact = learning::exact_with(*trainer.transformer(), it, {}, 40);
    CHECK(exact == make::about(learning::evaluate(trainer.learner(), it, 40).exact));
    CHECK(exact > 0); // enough is learned for something to be lost
    CHECK(learning::exact_with(*trainer.transformer(), it, {{{Part::encoder, 0}, {}, 0}}, 40) < exact);
}

TEST_CASE("asked to stop, it stops") {
    base::StopSource stop;
    stop.request_stop();
    const Transformer transformer =
        networks::transformer(learning::sizes_of(learned::task("copy"), learned::task("copy").recipe, true));
    CHECK(learning::exact_with(transformer, learned::task("copy"), {}, 1'000, stop.token()) == 0);
}
