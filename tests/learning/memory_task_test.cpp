#include "learning/learning.h"

#include <algorithm>

using namespace learned;

TEST_CASE("the letter that is asked for stood so many steps before the number") {
    const Task& it = task("memory_attention");
    Draw draw(1);
    for (int i = 0; i < 500; ++i) {
        const Example example = it.sample(draw, Split::train);
        REQUIRE(example.source.size() == 41);
        REQUIRE(example.asked.size() == 1);
        const int steps = std::stoi(source_word(it, example, 40));
        CHECK(example.asked[0].position - example.asked[0].stands_at == steps);
        CHECK(example.wanted.at(0).to == 40 - steps);
    }
}

TEST_CASE("short distances are asked more often, and none is left out") {
    const Task& it = task("memory_attention");
    std::map<Index, int> seen;
    Draw draw(2);
    for (int i = 0; i < 20000; ++i) {
        const auto asked = it.sample(draw, Split::train).asked[0];
        ++seen[asked.position - asked.stands_at];
    }
    CHECK(seen.size() == 40);
    CHECK(seen[1] > 1500);
    CHECK(seen[1] > 3 * seen[10]);
    for (const auto& entry : seen)
        CHECK(entry.second > 150);
}

TEST_CASE("the three architectures get the same sequences, the recurrent ones without edges") {
    for (const std::string kind : {"memory", "recall"}) {
        Draw one(3), other(3), third(3);
        const Example attended = task(kind + "_attention").sample(one, Split::train);
        const Example rnn = task(kind + "_rnn").sample(other, Split::train);
        const Example lstm = task(kind + "_lstm").sample(third, Split::train);
        CHECK(attended.source == rnn.source);
        CHECK(attended.asked == rnn.asked);
        CHECK(rnn == lstm);
        CHECK_FALSE(attended.wanted.empty());
        CHECK(rnn.wanted.empty());
        CHECK(task(kind + "_rnn").edges.empty());
    }
}

TEST_CASE("a key that comes again is asked for the value that it had before") {
    const Task& it = task("recall_attention");
    const Example example = ask(it, "a 5 b 7 a 5 b");
    CHECK(answers(it, example) == Words{"5", "7"});
    CHECK(example.asked[0] == learning::Asked{0, 4, it.source.id("5"), 1});
    CHECK(example.wanted[0] == learning::Wanted{0, 1, 0});
    CHECK(example.wanted[1] == learning::Wanted{1, 4, 1});
    Draw draw(4);
    for (int i = 0; i < 300; ++i) {
        const Example drawn = it.sample(draw, Split::train);
        for (const auto& asked : drawn.asked) // the value that follows
            CHECK(drawn.source[static_cast<std::size_t>(asked.position) + 1] == asked.answer);
    }
}

TEST_CASE("sequences of another form are refused") {
    struct Case {
        const char *task, *sentence, *problem;
    };
    const Case cases[] = {
        {"memory_rnn", "a b c 2", "it is not 40 letters and then how many steps ago"},
        {"memory_rnn", "a b z 2", "“z” is not a word of this model"},
        {"memory_attention", "3", "it is not 40 letters and then how many steps ago"},
        {"recall_lstm", "a b 5", "it is not a row of up to 40 letters, each with a number after it"},
        {"recall_lstm", "5 a", "it is not a row of up to 40 letters, each with a number after it"},
        {"recall_attention", "a 5 b 7 c", "no letter comes again, so that its number could be asked for"},
    };
    for (const Case& broken : cases) {
        CAPTURE(broken.sentence);
        CHECK(refusal([&] {
                  ask(task(broken.task), broken.sentence);
              }).starts_with("sentence: " + std::string(broken.problem)));
    }
}
