#include "learning/typed_sentence.h"

#include "language/temporary_file.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

using base::Index;
using language::Grammar;
using language::Vocabulary;
using learning::ask_at;
using learning::read_typed;
using Words = std::vector<std::string>;

namespace {

const Grammar& birds() {
    static const Grammar grammar = [] {
        const TemporaryFile file("birds.toml", R"(
[[calm]]
name = "sits"
sentence = ["the {bird}@who sits"]
bird = "owl crow"

[[lively]]
name = "flies"
sentence = ["the {bird}@who flies", "the {bird} sits@who"]
bird = "owl crow"
)");
        return language::load_grammar(file.path(), {"calm", "lively"});
    }();
    return grammar;
}

const Vocabulary& vocabulary() {
    static const Vocabulary words(birds().words());
    return words;
}

} // namespace

TEST_CASE("a typed sentence of the grammar is read by the first group that has it") {
    const Words words{"the", "owl", "sits"};
    const auto calm = read_typed(words, vocabulary(), birds(), {"calm", "lively"});
    REQUIRE(calm);
    CHECK(calm->case_name == "sits");
    CHECK(calm->word("who") == "owl");
    const auto lively = read_typed(words, vocabulary(), birds(), {"lively", "calm"});
    REQUIRE(lively);
    CHECK(lively->word("who") == "sits");
}

TEST_CASE("what the grammar does not have is not read, and unknown words are refused") {
    CHECK_FALSE(read_typed({"owl", "flies"}, vocabulary(), birds(), {"calm", "lively"}));
    CHECK_FALSE(read_typed({"the", "owl", "flies"}, vocabulary(), birds(), {"calm"}));
    CHECK(refusal([] {
              read_typed({"the", "emu", "sits"}, vocabulary(), birds(), {"calm"});
          }).find("emu") != std::string::npos);
}

TEST_CASE("beyond the grammar every output is asked wherever such a word stands, without a known answer") {
    const auto typed = ask_at({"owl", "crow"}, {0, 1}, {"owl", "sits", "crow"}, vocabulary());
    CHECK(typed.source.size() == 3);
    REQUIRE(typed.asked.size() == 4);
    for (std::size_t i = 0; i < typed.asked.size(); ++i) {
        CHECK(typed.asked[i].output == static_cast<Index>(i % 2));
        CHECK(typed.asked[i].position == (i < 2 ? 0 : 2));
        CHECK(typed.asked[i].answer == learning::unknown_answer);
        CHECK(typed.asked[i].stands_at == -1);
    }
    CHECK(typed.wanted.empty());
    CHECK(ask_at({"owl"}, {0}, {"the", "crow"}, vocabulary()).asked.empty());
}
