#include "learning/knock_out.h"

#include "close.h"
#include "learning/batch.h"
#include "learning/learning.h"
#include "learning/networks.h"
#include "learning/trainer.h"

#include <algorithm>

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
    const auto made = interventions({{{Part::encoder, 1}, 1}}, networks::transformer(sizes), example);
    CHECK(made == std::vector<Intervention>{{{Part::encoder, 1}, {}, {1}}});
}

TEST_CASE("a whole attention that is knocked out loses all heads that it has there") {
    const auto made =
        interventions({{{Part::decoder, 0}}, {{Part::cross, 1}}}, networks::transformer(sizes), example);
    CHECK(made ==
          std::vector<Intervention>{{{Part::decoder, 0}, {}, {0, 1}}, {{Part::cross, 1}, {}, {0, 1, 2, 3}}});
}

TEST_CASE("a relation that is knocked out loses its weights in every head, wherever its words stand") {
    const auto made = interventions({{{Part::cross, 0}, {}, 0}}, networks::transformer(sizes), example);
    CHECK(made == std::vector<Intervention>{{{Part::cross, 0},
                                             {zero(0, 1, 2), zero(0, 2, 4), zero(1, 1, 2), zero(1, 2, 4),
                                              zero(2, 1, 2), zero(2, 2, 4), zero(3, 1, 2), zero(3, 2, 4)},
                                             {}}});
}

TEST_CASE("a relation in one head loses its weights there") {
    CHECK(interventions({{{Part::cross, 0}, 3, 1}}, networks::transformer(sizes), example) ==
          std::vector<Intervention>{{{Part::cross, 0}, {zero(3, 2, 0)}, {}}});
}

TEST_CASE("in a sentence without the relation's words nothing is knocked out") {
    Example without = example;
    without.wanted.clear();
    const Transformer transformer = networks::transformer(sizes);
    const auto done = interventions({{{Part::cross, 0}, {}, 0}}, transformer, without);
    CHECK(model::run(transformer, example.source, example.target, done).probabilities ==
          model::run(transformer, example.source, example.target).probabilities);
}

TEST_CASE("a relation knocked out is 0 in the pass, the others of its rows stay") {
    const Transformer transformer = networks::transformer(sizes);
    const auto plain = model::run(transformer, example.source, example.target);
    const auto without =
        model::run(transformer, example.source, example.target,
                   interventions({{{Part::cross, 0}, {}, 0}}, networks::transformer(sizes), example));
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

namespace {

/// The weights of cross-attention in layer 1, as they are and with relation 0 knocked out in every head.
struct Rows {
    std::vector<Matrix> before, after;
};
Rows rows_without(learning::Instead instead) {
    const Transformer transformer = networks::transformer(sizes);
    const auto plain = model::run(transformer, example.source, example.target);
    const auto without =
        model::run(transformer, example.source, example.target,
                   interventions({{{Part::cross, 0}, {}, 0}}, transformer, example, instead));
    Rows rows;
    for (std::size_t head = 0; head < 4; ++head) {
        rows.before.push_back(plain.at({Part::cross, 0}).trace.heads[head].weights);
        rows.after.push_back(without.at({Part::cross, 0}).trace.heads[head].weights);
    }
    return rows;
}

} // namespace

TEST_CASE("renormalised, the others of a row keep their proportions and sum to 1 again") {
    const Rows rows = rows_without(learning::Instead::renormalised);
    for (std::size_t head = 0; head < 4; ++head) {
        Matrix expected = rows.before[head];
        for (const auto& [row, column] : {std::pair{1, 2}, std::pair{2, 4}}) {
            expected(row, column) = 0;
            expected.row(row) /= expected.row(row).sum();
        }
        CHECK(make::is_close(rows.after[head], expected, 1e-5));
        CHECK(rows.after[head](1, 2) == 0);
        CHECK(rows.after[head](2, 4) == 0);
    }
}

TEST_CASE("with the mean, what a weight held goes to all others alike") {
    const Rows rows = rows_without(learning::Instead::mean);
    for (std::size_t head = 0; head < 4; ++head) {
        Matrix expected = rows.before[head];
        for (const auto& [row, column] : {std::pair{1, 2}, std::pair{2, 4}}) {
            expected.row(row).array() += rows.before[head](row, column) / 4;
            expected(row, column) = 0;
        }
        CHECK(make::is_close(rows.after[head], expected, 1e-5));
    }
}

TEST_CASE("a whole head that reads the mean reads every word alike, and else adds nothing") {
    const Transformer transformer = networks::transformer(sizes);
    const auto made = interventions({{{Part::cross, 0}, 1}}, transformer, example, learning::Instead::mean);
    const auto run = model::run(transformer, example.source, example.target, made);
    const Matrix& weights = run.at({Part::cross, 0}).trace.heads[1].weights;
    CHECK(make::is_close(weights, Matrix::Constant(3, 5, 0.2F), 1e-6));
    CHECK(interventions({{{Part::encoder, 1}, 1}}, transformer, example, learning::Instead::renormalised) ==
          interventions({{{Part::encoder, 1}, 1}}, transformer, example));
}

TEST_CASE("two relations of one row knocked out together are both gone, whatever stands in for them") {
    Example both = example;
    both.wanted = {{0, 1, 2}, {1, 1, 4}};
    const Transformer transformer = networks::transformer(sizes);
    for (const auto instead :
         {learning::Instead::zero, learning::Instead::renormalised, learning::Instead::mean}) {
        CAPTURE(learning::name_of(instead));
        const std::vector<KnockOut> out{{{Part::cross, 0}, {}, 0}, {{Part::cross, 0}, {}, 1}};
        const auto run =
            model::run(transformer, both.source, both.target, interventions(out, transformer, both, instead));
        for (const auto& head : run.at({Part::cross, 0}).trace.heads) {
            CHECK(head.weights(1, 2) == 0);
            CHECK(head.weights(1, 4) == 0);
            if (instead != learning::Instead::zero)
                CHECK(head.weights.row(1).sum() == make::about(1).share(1e-5));
        }
    }
}

TEST_CASE("what several words held goes to those that are still read, and to no other") {
    const Transformer transformer = networks::transformer(sizes);
    const auto plain = model::run(transformer, example.source, example.target);
    Example both = example;
    const std::vector<KnockOut> one{{{Part::cross, 0}, {}, 0}},
        two{{{Part::cross, 0}, {}, 0}, {{Part::cross, 0}, {}, 1}};
    for (const Index second : {Index{0}, Index{1}}) { // two words of one relation, or of two
        both.wanted = {{0, 1, 2}, {second, 1, 4}};
        const auto run =
            model::run(transformer, both.source, both.target,
                       interventions(second == 0 ? one : two, transformer, both, learning::Instead::mean));
        for (std::size_t head = 0; head < 4; ++head) {
            Matrix expected = plain.at({Part::cross, 0}).trace.heads[head].weights;
            expected.row(1).array() += (expected(1, 2) + expected(1, 4)) / 3;
            expected(1, 2) = expected(1, 4) = 0;
            CHECK(make::is_close(run.at({Part::cross, 0}).trace.heads[head].weights, expected, 1e-6));
        }
    }
}

TEST_CASE("where nothing else can be read, nothing is read") {
    TransformerSizes causal = sizes;
    causal.causal = true;
    const Transformer from_source = networks::transformer(sizes), from_left = networks::transformer(causal);
    Example one = example, two = example;
    one.wanted = {{0, 0, 0}};
    two.source = {3, 1};
    two.wanted = {{0, 1, 0}, {1, 1, 1}};
    for (const auto instead :
         {learning::Instead::zero, learning::Instead::renormalised, learning::Instead::mean}) {
        CAPTURE(learning::name_of(instead));
        const auto first = model::run(from_left, one.source, one.target,
                                      interventions({{{Part::encoder, 0}, {}, 0}}, from_left, one, instead));
        for (const auto& head : first.at({Part::encoder, 0}).trace.heads)
            CHECK(make::is_zero(head.weights.row(0)));
        const std::vector<KnockOut> out{{{Part::cross, 0}, {}, 0}, {{Part::cross, 0}, {}, 1}};
        const auto both =
            model::run(from_source, two.source, two.target, interventions(out, from_source, two, instead));
        for (const auto& head : both.at({Part::cross, 0}).trace.heads)
            CHECK(make::is_zero(head.weights.row(1)));
    }
}

TEST_CASE("a control takes the word that the task names for it, or else always the same other one") {
    const Transformer transformer = networks::transformer(sizes);
    const KnockOut control{{Part::cross, 0}, 0, 0, true};
    const auto by_chance = interventions({control}, transformer, example);
    CHECK(by_chance == interventions({control}, transformer, example));
    REQUIRE(by_chance.front().overrides.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const attention::Cell& cell = by_chance.front().overrides[i].cell;
        CHECK(cell.row == (i == 0 ? 1 : 2));
        CHECK(cell.column != (i == 0 ? 2 : 4)); // not the relation's word
    }
    Example named = example;
    named.controls = {{0, 1, 3}, {0, 2, 1}};
    CHECK(interventions({control}, transformer, named) ==
          std::vector<Intervention>{{{Part::cross, 0}, {zero(0, 1, 3), zero(0, 2, 1)}, {}}});
}

TEST_CASE("an answer is right, another candidate, or any other word") {
    const learned::Task& it = learned::task("coreference");
    const Example sentence = learned::ask(it, "The cat sat on the mat because it was tired");
    const auto how = [&](const char* word) { return learning::answered(it, sentence, {it.source.id(word)}); };
    CHECK(how("cat") == learning::Answered::rightly);
    CHECK(how("mat") == learning::Answered::with_others);
    CHECK(how("dog") == learning::Answered::with_any);
    CHECK(how("tired") == learning::Answered::with_any);
}

TEST_CASE("a guess is among the two nouns, subject and object, the senses of a word, the letters") {
    const auto chance = [](const char* id) {
        language::Draw draw(learning::test_seed);
        return learning::chance(learned::task(id),
                                learning::draw_examples(learned::task(id), 50, learning::Split::test, draw));
    };
    CHECK(chance("coreference") == make::about(0.5));
    CHECK(chance("svo") == make::about(0.5)); // two words, one each way round
    CHECK(chance("sense") == make::about(0.5));
    CHECK(chance("memory_attention") == make::about(1.0 / 8));
    CHECK(10'000 * chance("translation") < 1); // every word of the sentence, of all French words
}

TEST_CASE("every relation has a control of its own among what is knocked out") {
    const auto& it = learned::task("coreference");
    const auto rows = learning::relations_out(it, learning::sizes_of(it, it.recipe, true));
    CHECK(rows.front().empty());
    CHECK(std::ranges::count_if(rows, [](const auto& row) { return !row.empty() && row[0].control; }) == 2);
    CHECK(it.edges.at(1).control == "it → other noun");
    const Example sentence = learned::ask(it, "The cat sat on the mat because it was tired");
    CHECK(sentence.controls == std::vector<learning::Wanted>{{1, 7, 5}}); // it → mat
}

TEST_CASE("the sentences that are right with nothing knocked out are those of the evaluation") {
    const learned::Task& it = learned::task("copy");
    learning::Trainer trainer(it, {.steps = 60, .learning_rate = 0.01F});
    while (!trainer.done())
        trainer.step();
    const auto answers = learning::answers_with(*trainer.transformer(), it, {}, 40);
    CHECK(answers.all() == 40);
    const double exact = answers.share_right().value();
    CHECK(exact == make::about(learning::evaluate(trainer.network(), it, 40).exact));
    CHECK(exact > 0); // enough is learned for something to be lost
    CHECK(learning::answers_with(*trainer.transformer(), it, {{{Part::encoder, 0}, {}, 0}}, 40).right <
          answers.right);
}

TEST_CASE("asked to stop, it stops") {
    base::StopSource stop;
    stop.request_stop();
    const Transformer transformer =
        networks::transformer(learning::sizes_of(learned::task("copy"), learned::task("copy").recipe, true));
    CHECK(learning::answers_with(transformer, learned::task("copy"), {}, 1'000, learning::Instead::zero,
                                 stop.token())
              .all() == 0);
}
