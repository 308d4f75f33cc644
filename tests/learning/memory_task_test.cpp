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
    Draw one(3), other(3), third(3);
    const Example attended = task("memory_attention").sample(one, Split::train);
    const Example rnn = task("memory_rnn").sample(other, Split::train);
    const Example lstm = task("memory_lstm").sample(third, Split::train);
    CHECK(attended.source == rnn.source);
    CHECK(attended.asked == rnn.asked);
    CHECK(rnn == lstm);
    CHECK_FALSE(attended.wanted.empty());
    CHECK(rnn.wanted.empty());
    CHECK(task("memory_rnn").edges.empty());
}

TEST_CASE("sequences of another form are refused") {
    struct Case {
        const char *task, *sentence, *problem;
    };
    const Case cases[] = {
        {"memory_rnn", "a b c 2", "it is not 40 letters and then how many steps ago"},
        {"memory_rnn", "a b z 2", "“z” is not a word of this model"},
        {"memory_attention", "3", "it is not 40 letters and then how many steps ago"},
    };
    for (const Case& broken : cases) {
        CAPTURE(broken.sentence);
        CHECK(refusal([&] {
                  ask(task(broken.task), broken.sentence);
              }).starts_with("sentence: " + std::string(broken.problem)));
    }
}
