#include "base/input_error.h"
#include "close.h"
#include "language/story_grammar.h"
#include "language/temporary_file.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <set>

using base::InputError;
using namespace language;

namespace {

const std::string kites = R"(
[roles]
A = "person"
B = "person"
X = "thing"

[lists]
sentence = ["{A.new} had a {X} . {B} has {two} {X.many}@thing . {A}~hero {gave} {A.he}@pronoun [again] ."]
gave = "lost sold"
two = ["two", "a pair of"]

[[person]]
word = "Mei Nina"
new = ["a girl named {word}"]
he = "she"

[[person]]
word = "fox"
new = ["a little {word}"]
is = ["the {word}"]
he = "it"

[[thing]]
word = "kite/kites apple/apples sheep"
)";

StoryGrammar read(const std::string& text) {
    const TemporaryFile file("stories.toml", text);
    return load_stories(file.path());
}

std::vector<Story> drawn(const StoryGrammar& grammar, int count) {
    Draw draw(7);
    std::vector<Story> stories;
    for (int i = 0; i < count; ++i)
        stories.push_back(draw_story(grammar, draw));
    return stories;
}

std::string joined(const Story& story) {
    std::string text;
    for (const std::string& word : story.words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

} // namespace

TEST_CASE("a role is drawn once and is the same ever after, and no two of a kind are alike") {
    const StoryGrammar grammar = read(kites);
    for (const Story& story : drawn(grammar, 200)) {
        CHECK(story.roles.at("A").one != story.roles.at("B").one);
        const std::string text = joined(story);
        const std::string hero = (story.roles.at("A").one == "fox" ? "the " : "") + story.roles.at("A").one;
        CHECK(text.find(hero + (text.find(" lost ") != text.npos ? " lost" : " sold")) != text.npos);
        CHECK((text.find(" it") != text.npos) == (story.roles.at("A").one == "fox"));
    }
}

TEST_CASE("things have a plural, their own or the same word, and a becomes an before a vowel") {
    std::set<std::string> had;
    for (const Story& story : drawn(read(kites), 200)) {
        const auto at = std::ranges::find(story.words, "had");
        had.insert(*(at + 1) + " " + *(at + 2));
        const auto thing = std::ranges::find(story.marks, "thing") - story.marks.begin();
        CHECK(story.roles.at("X").many == story.words[static_cast<std::size_t>(thing)]);
    }
    CHECK(had == std::set<std::string>{"a kite", "an apple", "a sheep"});
}

TEST_CASE("a mark of a role is on its last word, or with ~ on all of them") {
    for (const Story& story : drawn(read(kites), 50))
        CHECK(std::ranges::count(story.marks, "hero") == (story.roles.at("A").one == "fox" ? 2 : 1));
}

TEST_CASE("the probability of a story is that of everything that was drawn for it") {
    // Person: a record of two, then one of two words, or the only one; so again for B, of what is left.
    for (const Story& story : drawn(read(kites), 100)) {
        const double of_a = 2 * (story.roles.at("A").one == "fox" ? 1 : 2), of_b = 2;
        const double choices = of_a * of_b * 3 * 2 * 2 * 2; // a thing, two, gave, again or not
        CHECK(story.log_probability == make::about(-std::log(choices)).within(1e-9));
    }
}

TEST_CASE("what is wrong in a file of stories is named, with its line") {
    const auto changed = [](const std::string& from, const std::string& to) {
        std::string text = kites;
        return text.replace(text.find(from), from.size(), to);
    };
    CHECK_THROWS_AS(read(changed("{two} ", "{three} ")), InputError);
    CHECK_THROWS_AS(read(changed("{A.he}@", "{A.his}@")), InputError);
    CHECK_THROWS_AS(read(changed("X = \"thing\"", "X = \"toy\"")), InputError);
    CHECK_THROWS_AS(read(changed("{gave} ", "gave ")), InputError); // a list that no story uses
    CHECK_THROWS_AS(read(changed("\"two\",", "\"two {two}\",")), InputError);
    CHECK_THROWS_AS(read(changed("word = \"fox\"\n", "")), InputError);
    CHECK_THROWS_AS(read(changed("\"two\",", "\"two {word}\",")), InputError);       // of whom?
    CHECK_THROWS_AS(read(changed("[\"the {word}\"]", "[\"the {A}\"]")), InputError); // which is the {A} …
}
