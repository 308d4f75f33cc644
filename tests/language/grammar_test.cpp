#include "base/input_error.h"
#include "close.h"
#include "language/grammar.h"
#include "language/temporary_file.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <vector>

using language::Draw;

TEST_CASE("numbers are the same on every machine for the same seed") {
    Draw draw(5489); // whose first outputs the C++ standard's engine is known by: 3499211612, 581869302, …
    CHECK(draw(1000) == 814);
    CHECK(draw(1000) == 135);
    Draw again(5489);
    CHECK(again(10) == 8);
}

TEST_CASE("every number below the count comes about as often") {
    Draw draw(1);
    std::array<int, 7> seen{};
    for (int i = 0; i < 70000; ++i)
        ++seen[draw(seen.size())];
    for (const int count : seen)
        CHECK(count == make::about(10000).share(0.05));
}

TEST_CASE("a chance of no percent never happens, of a hundred always") {
    Draw draw(1);
    for (int i = 0; i < 1000; ++i) {
        CHECK_FALSE(draw.chance(0));
        CHECK(draw.chance(100));
    }
}

TEST_CASE("one entry of a list is drawn") {
    Draw draw(1);
    CHECK(draw.from(std::vector<int>{7}) == 7);
}

using base::InputError;
using language::Grammar;
using language::Sentence;
using Words = std::vector<std::string>;

namespace {

const std::string pets = R"(
[lists]
sentence = ["{a_pet}@who [{often}] {does}@what [.]"]
a_pet    = ["the [old] {pet}", "my {pet}"]
pet      = "cat dog"
often    = ["now and then"]

[[kind]]
name = "sleepers"
does = "sleeps snores"

[[kind]]
name = "swimmers"
pet  = "fish"
does = ["swims", "dives into {depth}"]
depth = "water"
)";

Grammar grammar_of(const std::string& text) {
    const TemporaryFile file("grammar.toml", text);
    return language::load_grammar(file.path(), {"kind"});
}

} // namespace

TEST_CASE("each sentence has a word with the marks that are asked for") {
    const auto load = [](const std::string& sentences, const std::vector<language::AnyOf>& marks) {
        const TemporaryFile file("grammar.toml", "[[kind]]\nname = \"k\"\nsentence = [" + sentences + "]");
        return language::load_grammar(file.path(), {"kind"}, marks);
    };
    CHECK_NOTHROW(load(R"("it@who [very] sat@what", "a dog@who sat@what")", {{"who"}, {"what"}}));
    CHECK_NOTHROW(load(R"("it@who sat", "a dog@what sat")", {{"who", "what"}}));
    CHECK_NOTHROW(load("\"the {pet} sat\"]\npet = [\"cat@who\", \"my dog@who\"", {{"who"}}));
    const auto problem = [&](const std::string& sentences) {
        try {
            load(sentences, {{"who", "other"}});
        } catch (const InputError& error) {
            CHECK(error.where.ends_with("grammar.toml, line 3"));
            return error.problem;
        }
        return std::string();
    };
    const std::string missing = "not every sentence of the case “k” has a word with the mark @who or @other";
    CHECK(problem(R"("it@who sat", "a dog sat")") == missing);
    CHECK(problem(R"("[it@who] sat")") == missing);
    CHECK(problem("\"the {pet} sat\"]\npet = [\"cat@who\", \"my dog\"") == missing);
}

TEST_CASE("the words of a grammar are those that its sentences can have") {
    const Grammar grammar = grammar_of(pets);
    CHECK(grammar.words() == Words{".", "and", "cat", "dives", "dog", "fish", "into", "my", "now", "old",
                                   "sleeps", "snores", "swims", "the", "then", "water"});
    CHECK(grammar.words_of("pet") == std::set<std::string>{"cat", "dog", "fish"});
    CHECK(grammar.words_of("nothing").empty());
}

TEST_CASE("a list may be a kind of words that has a name") {
    CHECK(grammar_of(pets).kinds.empty());
    const Grammar grammar = grammar_of(pets + "[kinds]\npet = \"a pet\"\ndoes = \"what it does\"");
    CHECK(grammar.kinds.at("pet") == "a pet");
    CHECK(grammar.kinds.at("does") == "what it does");
    CHECK(grammar.words() == grammar_of(pets).words());
}

TEST_CASE("sentences are drawn from a case, whose lists come before the common ones") {
    const Grammar grammar = grammar_of(pets);
    Draw draw(1);
    int fish = 0, with_old = 0, with_full_stop = 0;
    constexpr int count = 4000;
    for (int i = 0; i < count; ++i) {
        const Sentence sentence = sample(grammar, "kind", draw);
        CHECK((sentence.word("who") == "fish") == (sentence.case_name == "swimmers"));
        const bool known_verb = sentence.word("what") == "sleeps" || sentence.word("what") == "snores" ||
                                sentence.word("what") == "swims" || sentence.word("what") == "water";
        CHECK(known_verb); // of a phrase the last word is marked
        fish += sentence.word("who") == "fish";
        with_old += std::ranges::count(sentence.words, "old") > 0;
        with_full_stop += sentence.words.back() == ".";
    }
    CHECK(fish == make::about(count / 2).share(0.1));
    CHECK(with_old == make::about(count / 4).share(0.1));
    CHECK(with_full_stop == make::about(count / 2).share(0.1));
}

TEST_CASE("the same seed gives the same sentences") {
    const Grammar grammar = grammar_of(pets);
    Draw one(7), other(7), different(8);
    bool all_equal = true;
    for (int i = 0; i < 50; ++i) {
        const Sentence sentence = sample(grammar, "kind", one);
        CHECK(sentence.words == sample(grammar, "kind", other).words);
        all_equal = all_equal && sentence.words == sample(grammar, "kind", different).words;
    }
    CHECK_FALSE(all_equal);
}

TEST_CASE("every sentence that is drawn is parsed, with the same marks") {
    const Grammar grammar = grammar_of(pets);
    Draw draw(1);
    for (int i = 0; i < 200; ++i) {
        const Sentence sentence = sample(grammar, "kind", draw);
        const auto parsed = parse(grammar, "kind", sentence.words);
        REQUIRE(parsed.size() == 1);
        CHECK(parsed[0].words == sentence.words);
        CHECK(parsed[0].marks == sentence.marks);
        CHECK(parsed[0].case_name == sentence.case_name);
    }
}

TEST_CASE("what is no sentence is not parsed") {
    const Grammar grammar = grammar_of(pets);
    for (const Words& words : {Words{},
                               {"the"},
                               {"the", "cat"},
                               {"the", "cat", "swims"},
                               {"the", "cat", "sleeps", "now"},
                               {"the", "cat", "sleeps", ".", "."}})
        CHECK(parse(grammar, "kind", words).empty());
}

TEST_CASE("a sentence with two meanings is parsed twice") {
    const Grammar grammar = grammar_of(R"(
[[kind]]
name = "nests"
sentence = ["{bird} saw {bird}@first", "{bird}@second saw {bird}"]
bird = "he she"
)");
    const auto parsed = parse(grammar, "kind", {"he", "saw", "she"});
    REQUIRE(parsed.size() == 2);
    CHECK(parsed[0].has("first"));
    CHECK_FALSE(parsed[0].has("second"));
    CHECK(parsed[1].at("second") == 0);
}

TEST_CASE("a broken grammar is refused, naming file, line and entry") {
    struct Broken {
        std::string text;
        const char *where, *problem;
    };
    const std::string head = "[[kind]]\nname = \"k\"\n";
    const Broken broken[] = {
        {"", ", line 1", "“kind” is missing"},
        {"kind = 3", ", line 1", "kind is not a list of tables"},
        {"[[kind]]\nsentence = \"a\"", ", line 1", "\"name\" is missing"},
        {head + "word = \"a\"", ", line 1", "there is no list “sentence”"},
        {head + "sentence = 3", ", line 3", "sentence is not a list"},
        {head + "sentence = \"\"", ", line 3", "“sentence” is empty"},
        {head + "sentence = []", ", line 3", "sentence is empty"},
        {head + "sentence = [\" \"]", ", line 3", "the phrase is empty in “ ”"},
        {head + "sentence = \"a b a\"", ", line 3", "“a” is given twice"},
        {head + "sentence = \"the {animal}\"", ", line 3", "“{animal}” is not a word"},
        {head + "sentence = [\"the {animal}\"]", ", line 3", "there is no list “animal”, in the case “k”"},
        {head + "sentence = [\"the {animal\"]", ", line 3", "a “{” is not closed in “the {animal”"},
        {head + "sentence = [\"the [very big\"]", ", line 3", "a “[” is not closed in “the [very big”"},
        {head + "sentence = [\"very] big\"]", ", line 3", "a “]” closes nothing in “very] big”"},
        {head + "sentence = [\"the {} sat\"]", ", line 3", "a name is missing at “} sat” in “the {} sat”"},
        {head + "sentence = [\"it@ sat\"]", ", line 3", "a name is missing at “ sat” in “it@ sat”"},
        {head + "sentence = [\"{b.he} sat\"]\nb = \"c\"", ", line 3",
         "“b” has a field or a mark for every word"},
        {head + "sentence = [\"{b}~who sat\"]\nb = \"c\"", ", line 3",
         "“b” has a field or a mark for every word"},
        {head + "sentence = [\"a {b}\"]\nb = [\"c {sentence}\"]", ", line 4", "“sentence” is part of itself"},
        {head + "sentence = [\"a\"]\nanimals = \"cat\"", ", line 4", "no sentence uses this list"},
        {head + "sentence = [\"a\"]\n[list]\nb = \"c\"", ", line 4", "there is no entry called \"list\""},
        {"[kinds]\nanimal = \"an animal\"\n" + head + "sentence = [\"a\"]", ", line 2",
         "there is no list “animal”"},
        {"[kinds]\nsentence = \"\"\n" + head + "sentence = [\"a\"]", ", line 2", "sentence is not a text"},
        {"[kinds]\nb = \"b\"\nc = \"c\"\n" + head + "sentence = [\"{b} {c}\"]\nb = \"x\"\nc = \"y x\"",
         ", line 3", "“x” is already of another kind"},
        {"[lists]\nanimals = \"cat\"\n" + head + "sentence = [\"a\"]", ", line 2",
         "no sentence uses this list"}};
    for (const Broken& expected : broken) {
        CAPTURE(expected.text);
        const TemporaryFile file("grammar.toml", expected.text);
        try {
            language::load_grammar(file.path(), {"kind"});
            FAIL("not refused");
        } catch (const InputError& error) {
            CHECK(error.where == file.path().string() + expected.where);
            CHECK(error.problem == expected.problem);
            CHECK_FALSE(error.hint.empty());
        }
    }
}
