#include "learning/learning.h"

#include <algorithm>
#include <set>

using namespace learned;

TEST_CASE("reverse: each place names the one across from it") {
    const Task& it = task("reverse");
    Draw draw(1);
    const Example example = it.sample(draw, Split::train);
    REQUIRE(example.source.size() == 12);
    REQUIRE(example.asked.size() == 12);
    for (std::size_t i = 0; i < 12; ++i)
        CHECK(example.asked[i].answer == example.source[11 - i]);
}

TEST_CASE("copy: each place but the first names the one before") {
    const Task& it = task("copy");
    Draw draw(1);
    const Example example = it.sample(draw, Split::train);
    REQUIRE(example.asked.size() == example.source.size() - 1);
    for (std::size_t i = 1; i < example.source.size(); ++i)
        CHECK(example.asked[i - 1].answer == example.source[i - 1]);
}

TEST_CASE("induction: where a word comes again the next word is named; periods of 6 to 10 are drawn") {
    const Task& it = task("induction");
    std::set<Index> periods;
    Draw draw(1);
    for (int i = 0; i < 300; ++i) {
        const Example example = it.sample(draw, Split::train);
        const Index period = example.asked[0].position;
        periods.insert(period);
        for (const auto& asked : example.asked) {
            CHECK(asked.stands_at == asked.position - period + 1);
            if (asked.position + 1 < 20)
                CHECK(example.source[static_cast<std::size_t>(asked.position) + 1] == asked.answer);
        }
    }
    CHECK(periods == std::set<Index>{6, 7, 8, 9, 10});
}

TEST_CASE("sequences that the positions do not reach are refused") {
    CHECK(refusal([] { ask(task("reverse"), "a b c"); }) ==
          "sentence: 3 words are not what the model was trained on (type 12, with spaces between them)");
    CHECK(refusal([] { ask(task("copy"), "a"); }) ==
          "sentence: 1 word is not what the model was trained on (type 2 to 16, with spaces between them)");
    CHECK(refusal([] {
              ask(task("induction"), "a b c d");
          }).starts_with("sentence: no word in it comes again"));
}

TEST_CASE("live tasks take a person's own words, each once") {
    const Words own = language::tokenize("The black cat sleeps here and the dog sleeps there");
    for (const std::string id : {"reverse", "copy", "induction"}) {
        CAPTURE(id);
        const Task it = learning::live_task(id, own);
        CHECK(it.id == id);
        CHECK(it.source.size() == 1 + 8);
        Draw draw(1);
        for (int i = 0; i < 100; ++i)
            for (const std::string& word : source_words(it, it.sample(draw, Split::train)))
                CHECK(std::ranges::find(own, word) != own.end());
    }
    const Task two = learning::live_task("induction", {"yes", "no"});
    Draw draw(1);
    CHECK(two.sample(draw, Split::train).asked[0].position == 2);
}

TEST_CASE("too few words, and tasks that need their grammar, are refused") {
    CHECK(refusal([] {
              learning::live_task("copy", {"cat", "Cat"});
          }).starts_with("words: there are fewer than two different words"));
    CHECK(refusal([] { learning::live_task("copy", {}); }).starts_with("words: "));
    CHECK(refusal([] {
              learning::live_task("sense", {"a", "b"});
          }).starts_with("task: “sense” cannot be trained on one's own words"));
    CHECK(refusal([] { learning::live_task("nothing", {"a", "b"}); }).starts_with("task: "));
}

TEST_CASE("of few words there are few examples, and none that a model was never shown") {
    const Task reverse = learning::live_task("reverse", {"yes", "no"}),
               copy = learning::live_task("copy", {"yes", "no"}),
               induction = learning::live_task("induction", {"yes", "no"});
    CHECK(reverse.different_examples == 4096); // 2 to the power of 12
    CHECK(copy.different_examples == 65536);
    CHECK(induction.different_examples == 2); // yes no yes no …, no yes no yes …
    for (const Task* it : {&reverse, &copy, &induction})
        CHECK_FALSE(it->has_unseen(it->recipe.steps));
    std::set<std::vector<Index>> drawn;
    Draw draw(1);
    for (int i = 0; i < 100; ++i)
        drawn.insert(induction.sample(draw, Split::train).source);
    CHECK(drawn.size() == 2);
}

TEST_CASE("of 26 letters hardly any row comes twice, and other tasks keep their test examples apart") {
    for (const std::string& id : learning::task_ids()) {
        CAPTURE(id);
        CHECK(task(id).has_unseen(task(id).recipe.steps));
    }
    // 26·25·…, for periods of 6 to 10
    CHECK(task("induction").different_examples > 1e13);
}
