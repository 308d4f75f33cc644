#include "learning/trainer.h"

#include "close.h"
#include "learning/batch.h"
#include "learning/learning.h"
#include "model/transformer.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace learned;
using learning::recipe_of;
using learning::Trainer;
using learning::TrainingChoices;

namespace {

/// A task in small: the same examples, fewer in a step.
Task in_small(const std::string& id) {
    Task it = task(id);
    it.recipe.batch = 4;
    it.recipe.steps = it.recipe.steps_without_hint = 6;
    it.recipe.warm_up = 2;
    return it;
}

std::vector<float> numbers_after(Trainer& trainer, int steps) {
    for (int i = 0; i < steps; ++i)
        trainer.step();
    return trainer.state().numbers;
}

/// One of each kind of model.
const std::vector<std::string> one_of_each{"coreference", "svo",        "translation",
                                           "copy",        "memory_rnn", "memory_lstm"};

} // namespace

TEST_CASE("the same choices give the same numbers, bit for bit") {
    for (const std::string& id : one_of_each) {
        CAPTURE(id);
        Trainer one(in_small(id), {.seed = 3}), same(in_small(id), {.seed = 3}),
            other(in_small(id), {.seed = 4});
        const std::vector<float> numbers = numbers_after(one, 3);
        CHECK(numbers == numbers_after(same, 3));
        CHECK(numbers != numbers_after(other, 3));
    }
}

TEST_CASE("training that goes on from a state gives the numbers of one that was never stopped") {
    for (const std::string& id : one_of_each) {
        CAPTURE(id);
        Trainer through(in_small(id), {.seed = 3}), stopped(in_small(id), {.seed = 3}),
            resumed(in_small(id), {.seed = 3});
        const std::vector<float> expected = numbers_after(through, 6);
        numbers_after(stopped, 2);
        numbers_after(resumed, 5); // and forgets what it has learned
        resumed.restore(stopped.state());
        CHECK(resumed.steps_made() == 2);
        CHECK(numbers_after(resumed, 4) == expected);
        CHECK(resumed.done());
    }
}

TEST_CASE("the state before the first step is one to go back to") {
    Trainer trainer(in_small("copy"), {});
    const Trainer::State beginning = trainer.state();
    const std::vector<float> first = numbers_after(trainer, 3);
    trainer.restore(beginning);
    CHECK(trainer.steps_made() == 0);
    CHECK(trainer.state().numbers == beginning.numbers);
    CHECK(numbers_after(trainer, 3) == first);
}

TEST_CASE("looking at a model while it is trained changes nothing of the training") {
    Trainer watched(in_small("svo"), {}), alone(in_small("svo"), {});
    std::vector<float> last;
    for (int i = 0; i < 3; ++i) {
        last = numbers_after(watched, 1);
        learning::evaluate(watched.network(), watched.task(), 10);
    }
    CHECK(last == numbers_after(alone, 3));
}

TEST_CASE(
    "attention learns to say a sequence backwards and to name the word before, from any of three seeds") {
    for (const std::string id : {"reverse", "copy"})
        for (const std::uint32_t seed : {1U, 2U, 3U}) {
            CAPTURE(id);
            CAPTURE(seed);
            Trainer trainer(task(id), {.seed = seed});
            double accuracy = 0;
            while (!trainer.done() && accuracy < 0.99) {
                for (int i = 0; i < 25; ++i)
                    trainer.step();
                accuracy = learning::evaluate(trainer.network(), trainer.task(), 64).accuracy;
            }
            CHECK(accuracy >= 0.99);
            // It reads where it has to read.
            CHECK(learning::evaluate(trainer.network(), trainer.task(), 64).weight_on_wanted.at(0) > 0.5);
        }
}

TEST_CASE("a report tells the step, what was asked, what it cost and how fast is learned") {
    Trainer trainer(in_small("copy"), {});
    const learning::StepReport first = trainer.step(), second = trainer.step(), third = trainer.step();
    CHECK(first.step == 1);
    CHECK(third.step == 3);
    CHECK(trainer.steps_made() == 3);
    CHECK(first.asked == 4 * 15);
    CHECK(first.loss.answers == make::about(std::log(27)).share(0.2)); // it knows nothing
    CHECK(first.gradient_norm > 0);
    CHECK_FALSE(first.diverged());
    CHECK(first.learning_rate == make::about(0.0015)); // it warms up for two steps,
    CHECK(second.learning_rate == make::about(0.003));
    CHECK(third.learning_rate == make::about(0.003)); // then falls in the next four
    CHECK(trainer.step().learning_rate == make::about(0.00225));
}

TEST_CASE("the learning rate can be changed on the way, and keeps its shape") {
    Trainer trainer(in_small("copy"), {});
    trainer.step();
    trainer.set_learning_rate(0.3F);
    CHECK(trainer.step().learning_rate == make::about(0.3));
    trainer.step();
    CHECK(trainer.step().learning_rate == make::about(0.225));
}

TEST_CASE("what the learning rate was, and when it was changed, is known, also after going back") {
    using Changes = std::vector<learning::RateChange>;
    Trainer trainer(in_small("copy"), {.learning_rate = 0.01F});
    CHECK(trainer.learning_rate() == 0.01F);
    trainer.set_learning_rate(0.02F); // before the first step: it begins so
    CHECK(trainer.learning_rate() == 0.02F);
    CHECK(trainer.rate_changes().empty());
    trainer.step();
    const Trainer::State after_one = trainer.state();
    trainer.step();
    trainer.set_learning_rate(0.02F); // no other
    CHECK(trainer.rate_changes().empty());
    trainer.set_learning_rate(0.5F); // soon thought better of
    trainer.set_learning_rate(0.3F);
    trainer.step();
    CHECK(trainer.rate_changes() == Changes{{2, 0.3F}});
    trainer.restore(after_one);
    CHECK(trainer.rate_changes() == Changes{{1, 0.3F}}); // from here on it is 0.3
    trainer.set_learning_rate(0.02F);
    CHECK(trainer.rate_changes().empty());
    CHECK(trainer.learning_rate() == 0.02F);
}

TEST_CASE("a loss that is worse than any guess, or no number, has exploded") {
    const Task& it = task("copy"); // 26 letters: a guess costs 3.3 nats
    const auto exploded = [&](std::vector<double> losses) { return learning::has_exploded(losses, it); };
    CHECK_FALSE(exploded({}));
    CHECK_FALSE(exploded({0.01, 3.3, 3.4}));
    CHECK_FALSE(exploded({3.3, 8, 3.3})); // one bad batch
    CHECK(exploded({7, 7, 7}));
    CHECK(exploded({2.3e13}));
    CHECK(exploded({3.3, std::numeric_limits<double>::quiet_NaN()}));
    CHECK(exploded({3.3, std::numeric_limits<double>::infinity()}));
}

TEST_CASE("a training that was good before explodes in its last 20 steps") {
    Trainer trainer(task("copy"), {.steps = 60});
    CHECK_FALSE(trainer.has_exploded());
    trainer.step();
    CHECK_FALSE(trainer.has_exploded());
    const Trainer::State good = trainer.state();
    trainer.set_learning_rate(1000);
    while (!trainer.done())
        trainer.step();
    CHECK(trainer.has_exploded());
    trainer.restore(good);
    CHECK_FALSE(trainer.has_exploded());
}

TEST_CASE("no task begins with a loss that would count as exploded") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        Task it = task(id);
        it.recipe.batch = 4;
        Trainer trainer(it, {});
        CHECK_FALSE(learning::has_exploded(std::vector{trainer.step().loss.answers}, it));
    }
}

TEST_CASE("a hint is given in the first part of the training alone") {
    Task it = in_small("svo");
    it.recipe.hint_share = 0.5F;
    Trainer hinted(it, {}), unhinted(it, {.hint = false});
    for (int step = 0; step < 6; ++step) {
        CAPTURE(step);
        CHECK(hinted.hints() == (step < 3));
        CHECK_FALSE(unhinted.hints());
        CHECK((hinted.step().loss.hint > 0) == (step < 3));
        CHECK(unhinted.step().loss.hint == 0);
    }
}

TEST_CASE("a gradient that is too large for a number is reported, and changes nothing in that step") {
    for (const std::string& id : one_of_each) {
        CAPTURE(id);
        Trainer trainer(in_small(id), {});
        trainer.step();
        Trainer::State state = trainer.state();
        state.numbers.back() = std::numeric_limits<float>::infinity();
        trainer.restore(state);
        const learning::StepReport report = trainer.step();
        CHECK(report.diverged());
        CHECK(report.step == 1);
        CHECK(trainer.steps_made() == 1);
        CHECK(trainer.state().numbers == state.numbers);
        CHECK(trainer.state().adam.m == state.adam.m);
        CHECK(trainer.state().adam.v == state.adam.v);
    }
}

TEST_CASE("far too high a learning rate ends in a report of that kind") {
    Task it = in_small("copy");
    it.recipe.steps = 40;
    Trainer trainer(it, {.learning_rate = 1e30F});
    bool diverged = false;
    std::vector<float> before;
    while (!trainer.done() && !diverged) {
        before = trainer.state().numbers;
        diverged = trainer.step().diverged();
    }
    CHECK(diverged);
    CHECK(trainer.state().numbers == before);
    CHECK(std::ranges::all_of(before, [](float number) { return std::isfinite(number); }));
}

TEST_CASE("without choices a task is trained by its recipe") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        const auto &recipe = task(id).recipe, made = recipe_of(task(id), {});
        CHECK(made.steps == recipe.steps);
        CHECK(made.warm_up == recipe.warm_up);
        CHECK(made.learning_rate == recipe.learning_rate);
        CHECK(made.hint_share == recipe.hint_share);
        CHECK(made.warm_up < made.steps);
    }
}

TEST_CASE("choices take the recipe's place") {
    const auto chosen = recipe_of(task("coreference"), {.steps = 50, .learning_rate = 0.1F});
    CHECK(chosen.steps == 50);
    CHECK(chosen.learning_rate == 0.1F);
    CHECK(chosen.warm_up == 49); // shorter than the training
    CHECK(recipe_of(task("coreference"), {.steps = 1}).warm_up == 0);
    const auto unhinted = recipe_of(task("coreference"), {.hint = false});
    CHECK(unhinted.hint_share == 0);
    CHECK(unhinted.steps == 4000); // it takes longer to find by itself
    CHECK(recipe_of(task("coreference"), {.hint = false, .steps = 50}).steps == 50);
    CHECK(recipe_of(task("translation"), {.hint = false}).steps == task("translation").recipe.steps);
}

TEST_CASE("steps and rates that are none are refused") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto refused = [](const TrainingChoices& choices) {
        return refusal([&] { recipe_of(task("copy"), choices); });
    };
    CHECK(refused({.steps = -1}) == "training: -1 steps are out of range (give 1 to 1000000)");
    CHECK(refused({.steps = 1'000'001}) == "training: 1000001 steps are out of range (give 1 to 1000000)");
    CHECK(refused({.steps = 1'000'000}).empty());
    const std::string rate = "training: the learning rate is not a positive number (try 0.003)";
    CHECK(refused({.learning_rate = -0.1F}) == rate);
    CHECK(refused({.learning_rate = 0.0F}) == rate); // not: the recipe's
    CHECK(refused({.learning_rate = infinity}) == rate);
    CHECK(refused({.learning_rate = std::nanf("")}) == rate);
}

TEST_CASE("the model has the sizes of the recipe and the words of the task") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        const Task& it = task(id);
        const auto sizes = learning::sizes_of(it, it.recipe, true);
        CHECK(sizes.source_words == it.source.size());
        CHECK(sizes.has_decoder() == (it.architecture == learning::Architecture::encoder_decoder));
        CHECK(sizes.answers() == it.answers().size());
        CHECK(sizes.outputs == static_cast<Index>(it.outputs.size()));
        CHECK(sizes.causal == (it.architecture == learning::Architecture::causal));
        CHECK(sizes.positions() == it.recipe.positions);
        CHECK_FALSE(learning::sizes_of(it, it.recipe, false).scaled);
    }
    Trainer attention(in_small("copy"), {.scaled = false}), lstm(in_small("memory_lstm"), {});
    REQUIRE(attention.transformer() != nullptr);
    CHECK_FALSE(attention.transformer()->sizes.scaled);
    CHECK(attention.recurrent() == nullptr);
    CHECK(lstm.transformer() == nullptr);
    REQUIRE(lstm.recurrent() != nullptr);
    CHECK(lstm.recurrent()->layer.cell == learning::Cell::lstm);
}

TEST_CASE("an evaluation counts answers, whole sentences and distances") {
    const Task& it = task("memory_attention");
    Trainer trainer(it, {});
    const learning::Evaluation found = learning::evaluate(trainer.network(), it, 100);
    CHECK(found.sentences == 100);
    CHECK(found.asked == 100); // one in each
    CHECK(found.exact == found.accuracy);
    CHECK(found.accuracy < 0.5); // nothing is learned yet: one of eight letters by chance
    REQUIRE(found.asked_at.size() == found.accuracy_at.size());
    CHECK(found.asked_at.size() <= 41);
    CHECK(found.asked_at.at(0) == 0);
    Index asked = 0;
    double right = 0;
    for (std::size_t distance = 0; distance < found.asked_at.size(); ++distance) {
        asked += found.asked_at[distance];
        right += found.accuracy_at[distance] * static_cast<double>(found.asked_at[distance]);
    }
    CHECK(asked == 100);
    CHECK(right == make::about(100 * found.accuracy));
    REQUIRE(found.weight_on_wanted.size() == 1);
    CHECK((found.weight_on_wanted[0] > 0 && found.weight_on_wanted[0] < 0.3)); // 41 words to choose from
}

TEST_CASE("the weight on what is wanted is that of the head which gives it most, and says which") {
    const Task it = in_small("svo");
    Trainer trainer(it, {.hint = false});
    const auto found = learning::evaluate(trainer.network(), trainer.task(), 40);
    language::Draw draw(learning::test_seed);
    const auto examples = learning::draw_examples(trainer.task(), 40, Split::test, draw);
    for (Index edge = 0; edge < 2; ++edge) {
        std::vector<double> by_head(2, 0);
        for (const Example& example : examples) {
            const auto run = model::run(*trainer.transformer(), example.source);
            for (const auto& wanted : example.wanted)
                for (std::size_t head = 0; head < 2 && wanted.edge == edge; ++head)
                    by_head[head] +=
                        run.at({model::Part::encoder, 1}).trace.heads[head].weights(wanted.from, wanted.to) /
                        40.0;
        }
        const auto e = static_cast<std::size_t>(edge);
        CHECK(found.weight_on_wanted.at(e) == make::about(std::ranges::max(by_head)).share(1e-4));
        CHECK(found.wanted_head.at(e) == std::ranges::max_element(by_head) - by_head.begin());
    }
}

TEST_CASE("an evaluation depends on the model and the number of sentences alone") {
    Trainer trainer(in_small("svo"), {});
    const auto once = learning::evaluate(trainer.network(), trainer.task(), 70),
               again = learning::evaluate(trainer.network(), trainer.task(), 70);
    CHECK(once.accuracy == again.accuracy);
    CHECK(once.weight_on_wanted == again.weight_on_wanted);
    CHECK(once.asked == 140); // two outputs
    CHECK(once.exact <= once.accuracy);
}

TEST_CASE("what nobody knows is neither right nor wrong, and costs nothing") {
    const Task& it = task("stories");
    Trainer trainer(in_small("stories"), {.width = 16});
    const std::vector<Example> known{learning::question(it, {"once", "there"}, learning::Author::person)};
    std::vector<Example> all = known;
    for (const Words& words : {Words{"once", "there", "was", "a"}, Words{"once", "Mei", "upon"}})
        all.push_back(learning::question(it, words, learning::Author::person));
    const auto expected = learning::evaluate(trainer.network(), it, known);
    const auto found = learning::evaluate(trainer.network(), it, all);
    CHECK(found.sentences == 3);
    CHECK(found.loss == make::about(expected.loss));
    CHECK(found.exact == expected.exact);
    CHECK(found.asked == expected.asked);
    CHECK(found.accuracy == expected.accuracy);
}
