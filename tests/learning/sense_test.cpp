#include "learning/learning.h"

#include "close.h"

#include <set>

using namespace learned;

namespace {

constexpr int count = 8000;

} // namespace

TEST_CASE("the sense is asked at the ambiguous word, and read from the cue") {
    const Task& it = task("sense");
    Draw draw(1);
    for (int i = 0; i < 500; ++i) {
        const Example example = it.sample(draw, Split::train);
        CAPTURE(text(it, example));
        REQUIRE(example.asked.size() == 1);
        const std::string answer = it.source.word(example.asked[0].answer);
        CHECK(answer.starts_with(source_word(it, example, example.asked[0].position) + " ("));
        CHECK(example.wanted.at(0).from == example.asked[0].position);
        CHECK(example.wanted.at(0).to != example.wanted.at(0).from);
    }
}

TEST_CASE("each of the eight senses is about as frequent") {
    std::map<Index, int> seen;
    Draw draw(2);
    for (int i = 0; i < count; ++i)
        ++seen[task("sense").sample(draw, Split::train).asked[0].answer];
    CHECK(seen.size() == 8);
    for (const auto& entry : seen)
        CHECK(entry.second == make::about(count / 8).share(0.15));
}

TEST_CASE("no sentence of the test is ever trained") {
    const Task& it = task("sense");
    std::set<std::string> trained;
    Draw draw(3);
    for (int i = 0; i < count; ++i)
        trained.insert(text(it, it.sample(draw, Split::train)));
    for (int i = 0; i < count / 4; ++i)
        CHECK_FALSE(trained.contains(text(it, it.sample(draw, Split::test))));
}

TEST_CASE("only the cue decides: every other word stands with both senses of its word") {
    const Task& it = task("sense");
    std::map<std::string, std::set<Index>> senses; // "bank: put" → the senses it was seen with
    std::set<std::string> cues;
    Draw draw(4);
    for (int i = 0; i < 4 * count; ++i) {
        const Example example = it.sample(draw, Split::train);
        const std::string word = source_word(it, example, example.asked[0].position);
        for (Index at = 0; at < static_cast<Index>(example.source.size()); ++at) {
            const std::string pair = word + ": " + source_word(it, example, at);
            senses[pair].insert(example.asked[0].answer);
            if (at == example.wanted[0].to) cues.insert(pair);
        }
    }
    for (const auto& entry : senses) {
        CAPTURE(entry.first);
        CHECK(entry.second.size() == (cues.contains(entry.first) ? 1 : 2));
    }
}

TEST_CASE("the cue stands before and after the word") {
    const Task& it = task("sense");
    int before = 0;
    Draw draw(5);
    for (int i = 0; i < count; ++i) {
        const Example example = it.sample(draw, Split::train);
        before += example.wanted[0].to < example.wanted[0].from;
    }
    CHECK(before > count / 3);
    CHECK(before < count * 2 / 3);
}

TEST_CASE("a sentence beyond the grammar is asked at its ambiguous words; one without is refused") {
    const Task& it = task("sense");
    const Example example = ask(it, "The bat and the mouse were in the picture of the bank");
    CHECK(answers(it, example) == Words{"?", "?", "?"});
    CHECK(example.asked[1].position == 4);
    CHECK(refusal([&] { ask(it, "She saw the river"); }) ==
          "sentence: it has no word with two senses (use one of: bank, bat, crane, mouse)");
}
