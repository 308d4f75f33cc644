#include "learning/learning.h"

#include "close.h"
#include "learning/trainer.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace learned;
using learning::Asked, learning::Wanted;

namespace {

/// Where an answer that takes this skill is asked first; −1 if none does.
Index place_of(const Task& it, const Example& example, const std::string& skill) {
    const auto number = std::ranges::find(it.skills, skill) - it.skills.begin();
    for (const Asked& asked : example.asked)
        if (asked.skill == number) return asked.position;
    return -1;
}

} // namespace

TEST_CASE("after every word of a story the next one is asked, and at its end where another would begin") {
    const Task& it = task("stories");
    Draw draw(1);
    for (int i = 0; i < 50; ++i) {
        const Example example = it.sample(draw, Split::train);
        REQUIRE(example.asked.size() == example.source.size());
        for (std::size_t at = 0; at < example.asked.size(); ++at) {
            CHECK(example.asked[at].position == static_cast<Index>(at));
            CHECK(example.asked[at].answer ==
                  (at + 1 < example.source.size() ? example.source[at + 1] : it.source.id("<s>")));
        }
    }
}

TEST_CASE("half the stories begin at the boundary, where a model begins by itself") {
    const Task& it = task("stories");
    Draw draw(1);
    int from_boundary = 0;
    for (int i = 0; i < 400; ++i)
        from_boundary += it.source.word(it.sample(draw, Split::train).source.front()) == "<s>";
    CHECK(from_boundary == make::about(200).within(40));
}

TEST_CASE("every skill is asked for, and most words are left to chance") {
    const Task& it = task("stories");
    Draw draw(2);
    std::vector<int> seen(it.skills.size());
    int by_chance = 0, all = 0;
    for (int i = 0; i < 300; ++i)
        for (const Asked& asked : it.sample(draw, Split::test).asked) {
            ++all;
            if (asked.skill < 0)
                ++by_chance;
            else
                ++seen[static_cast<std::size_t>(asked.skill)];
        }
    for (const int count : seen)
        CHECK(count > 5);
    CHECK(2 * by_chance > all);
}

TEST_CASE("what decides an answer stood before it: the word itself, or the feeling that led to it") {
    const Task& it = task("stories");
    Draw draw(3);
    int felt = 0;
    for (int i = 0; i < 300; ++i) {
        const Example example = it.sample(draw, Split::train);
        CAPTURE(text(it, example));
        for (const Wanted& wanted : example.wanted) {
            CHECK(wanted.to < wanted.from + 1);
            if (wanted.edge != 1 + 1) continue; // what was named: the answer's own earlier places
            const Index answer = example.asked[static_cast<std::size_t>(wanted.from)].answer;
            CHECK(example.source[static_cast<std::size_t>(wanted.to)] == answer);
            for (const Index other : wanted.also)
                CHECK(example.source[static_cast<std::size_t>(other)] == answer);
        }
        const Index at = place_of(it, example, "bound");
        if (at < 0) continue;
        for (const Wanted& wanted : example.wanted)
            if (wanted.edge == 5 && wanted.from == at) {
                const std::string feeling =
                                      it.source.word(example.source[static_cast<std::size_t>(wanted.to)]),
                                  did = it.source.word(example.asked[static_cast<std::size_t>(at)].answer);
                if (feeling == "tired") CHECK(did == "slept");
                if (feeling == "hungry") CHECK(did == "ate");
                ++felt;
            }
    }
    CHECK(felt > 20);
}

TEST_CASE("no story of the test is ever trained") {
    const Task& it = task("stories");
    Draw draw(4);
    std::set<std::string> trained;
    for (int i = 0; i < 2000; ++i)
        trained.insert(text(it, it.sample(draw, Split::train)));
    for (int i = 0; i < 200; ++i)
        CHECK_FALSE(trained.contains(text(it, it.sample(draw, Split::test))));
}

TEST_CASE("typed words are asked what follows, and unknown ones are named") {
    const Task& it = task("stories");
    const Example asked = it.ask({"once", "there", "was"});
    CHECK(asked.source.size() == 3);
    REQUIRE(asked.asked.size() == 3);
    CHECK(asked.asked[1].position == 1);
    CHECK(it.source.word(asked.asked[1].answer) == "was"); // "there" can be followed by nothing else
    CHECK(asked.asked[2].answer == learning::open_answer); // "a" or "an"
    CHECK(asked.is_of_the_kind_learned());
    const Example settled =
        it.ask(language::tokenize("once there was a kind girl named Mei who lived near the river . one sunny "
                                  "day , Mei went to the park . "
                                  "there she found a red kite and met Tom . Mei gave the kite to Tom . now"));
    CHECK(it.source.word(settled.asked.back().answer) == "Tom");
    CHECK(it.ask({"once", "Mei", "upon"}).asked[2].answer == learning::unknown_answer);
    CHECK_THROWS_AS(it.ask({"once", "zeppelin"}), base::InputError);
}

TEST_CASE(
    "a small writer learns the beginning of stories within a few steps, and skills are counted one by one") {
    learning::Trainer trainer(task("stories"), {.steps = 30, .width = 16});
    double first = 0, last = 0;
    while (!trainer.done()) {
        const double loss = trainer.step().loss.answers;
        (trainer.steps_made() <= 5 ? first : last) = loss;
    }
    CHECK(last < first - 0.5);
    const learning::Evaluation found = learning::evaluate(trainer.network(), trainer.task(), 32);
    REQUIRE(found.accuracy_of.size() == trainer.task().skills.size());
    double right = 0;
    for (std::size_t i = 0; i < found.accuracy_of.size(); ++i)
        right += found.accuracy_of[i] * static_cast<double>(found.asked_of[i]);
    CHECK(found.accuracy * static_cast<double>(found.asked) == make::about(right));
}

TEST_CASE(
    "the best possible loss is the grammar's own, and no model that has seen a few stories comes near it") {
    learning::Trainer trainer(task("stories"), {.steps = 30, .width = 16});
    const learning::Evaluation before = learning::evaluate(trainer.network(), trainer.task(), 32);
    while (!trainer.done())
        trainer.step();
    const learning::Evaluation found = learning::evaluate(trainer.network(), trainer.task(), 32);
    REQUIRE(found.best_loss);
    CHECK(found.best_loss == before.best_loss); // of the stories, whoever reads them
    Draw draw(learning::test_seed);
    double log_probability = 0, words = 0;
    for (int i = 0; i < 32; ++i) {
        const Example example = task("stories").sample(draw, Split::test);
        log_probability += *example.log_probability;
        words += static_cast<double>(example.asked.size());
    }
    CHECK(*found.best_loss == make::about(-log_probability / words));
    CHECK(*found.best_loss > 0.5);
    CHECK(*found.best_loss < 0.8);
    CHECK(found.loss > *found.best_loss + 1);
    CHECK(before.loss > found.loss);
    CHECK(before.loss > std::log(100)); // of 444 words
}

TEST_CASE("only where the examples' probability is known there is a best possible loss") {
    learning::Trainer trainer(task("sense"), {.steps = 1});
    const learning::Evaluation found = learning::evaluate(trainer.network(), trainer.task(), 8);
    CHECK_FALSE(found.best_loss);
    CHECK(found.loss > 0);
}
