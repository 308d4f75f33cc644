#include "language/story_reader.h"
#include "source_folder.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <iterator>
#include <sstream>

using namespace language;

namespace {

const StoryGrammar& stories() {
    static const StoryGrammar grammar = load_stories(source_folder() / "assets/grammars/stories.toml");
    return grammar;
}

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

/// What may follow.
std::set<std::string> after(const std::string& text) {
    StoryReader reader(stories());
    for (const std::string& word : words(text))
        REQUIRE(reader.read(word));
    return reader.next();
}

const std::string begin =
    "once there was a kind girl named Mei who lived near the river . one sunny day , Mei "
    "went to the park . there she ";

} // namespace

TEST_CASE("every story that is drawn is read, up to its end and no earlier") {
    Draw draw(3);
    for (int i = 0; i < 20; ++i) {
        std::vector<std::string> story = draw_story(stories(), draw).words;
        CHECK(is_story(stories(), story));
        story.pop_back();
        CHECK_FALSE(is_story(stories(), story));
    }
}

TEST_CASE("who has it now, whose feeling it was, and what was sung is all that can follow") {
    using Set = std::set<std::string>;
    CHECK(after(begin + "found a red kite and met Tom . Mei gave the kite to Tom . now") == Set{"Tom"});
    CHECK(after(begin + "met Tom . he had a red kite . Mei borrowed the kite from Tom . now") == Set{"Mei"});
    CHECK(after(begin + "met Tom . Mei was tired and Tom was hungry . so Mei") == Set{"slept"});
    CHECK(after(begin + "heard Tom sing : \" river zop kite , river") == Set{"zop"});
    CHECK(after(begin +
                "met Tom . he was very tired again , so he slept under a tree . Mei said : \" goodbye ,") ==
          Set{"Tom"});
}

TEST_CASE("behind a word that breaks what is settled nothing is known: no word follows, and no end") {
    StoryReader reader(stories());
    for (const std::string& word :
         words(begin + "found a red kite and met Tom . Mei gave the kite to Tom . now"))
        REQUIRE(reader.read(word));
    CHECK_FALSE(reader.goes_on_with("Nina"));
    CHECK_FALSE(reader.read("Nina"));
    for (const char* word : {"had", "the", "kite", "."}) {
        CHECK(reader.next().empty());
        CHECK_FALSE(reader.may_end());
        CHECK_FALSE(reader.goes_on_with(word));
        CHECK_FALSE(reader.read(word));
    }
}

TEST_CASE("the first break is the first word with which no story goes on, whatever comes behind it") {
    CHECK_FALSE(first_break(stories(), words(begin + "met Tom . Mei was tired")).has_value());
    CHECK(first_break(stories(), words("once there was kite kite")) == 3);
    CHECK(first_break(stories(), words("upon a time")) == 0);
    CHECK_FALSE(first_break(stories(), {}).has_value());
}

TEST_CASE("an article is read before the word that decides how it is spelt") {
    CHECK(after(begin + "found an").contains("old"));
    CHECK_FALSE(after(begin + "found an").contains("red"));
    CHECK_FALSE(after(begin + "found a").contains("old"));
}
