#include "learning/written_story.h"

#include "language/story_reader.h"
#include "learning/learning.h"

#include <algorithm>

using namespace learned;
using learning::WrittenStory;

namespace {

const learning::Trained& beginner() {
    static const learning::Trained trained = [] {
        learning::Trainer trainer(task("stories"), {.steps = 20, .width = 16});
        while (!trainer.done())
            trainer.step();
        return learning::trained_so_far(trainer);
    }();
    return trained;
}

WrittenStory written_by_beginner(std::uint32_t seed, Index most, const Words& given = {"once", "there"}) {
    model::Random random(seed);
    return learning::write_story(beginner(), *task("stories").stories, given, {}, most, random);
}

} // namespace

TEST_CASE("the same seed writes the same story, up to its end or as many words as it may") {
    const WrittenStory one = written_by_beginner(1, 12), again = written_by_beginner(1, 12);
    CHECK(one.before(one.written.size()) == again.before(again.written.size()));
    CHECK((one.ended() || one.written.size() == 12));
    CHECK(one.before(0) == Words{"once", "there"});
}

TEST_CASE(
    "the first break is where a reader says so, and no word that could stand there is the one that does") {
    const language::StoryGrammar& grammar = *task("stories").stories;
    const WrittenStory story = written_by_beginner(3, 40);
    REQUIRE(story.written_break().has_value()); // a beginner's
    const std::size_t at = *story.written_break();
    const Words before = story.before(at), with = story.before(at + 1);
    CHECK_FALSE(language::first_break(grammar, before).has_value());
    CHECK(language::first_break(grammar, with) == story.first_break);
    CHECK(*story.first_break == at + story.given.size());
    REQUIRE_FALSE(story.instead.empty());
    CHECK(std::ranges::find(story.instead, story.written[at].word) == story.instead.end());
    for (const std::string& word : story.instead) {
        Words other = before;
        if (word == learning::story_boundary) continue;
        other.push_back(word);
        CHECK_FALSE(language::first_break(grammar, other).has_value());
    }
    CHECK_FALSE(story.is_story());
}

TEST_CASE("what is written does not depend on where it breaks, and behind the break it goes on") {
    const WrittenStory story = written_by_beginner(3, 40);
    CHECK(story.written.size() > *story.written_break() + 1);
}

TEST_CASE("a beginning that no story has is broken itself, and nothing is said of what is written") {
    const WrittenStory story = written_by_beginner(1, 10, {"once", "Mei", "there"});
    CHECK(story.first_break == 1);
    CHECK(story.was_given_broken());
    CHECK_FALSE(story.written_break().has_value());
    CHECK(story.instead.empty());
    CHECK_FALSE(story.is_story());
}
