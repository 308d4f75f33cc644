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

WrittenStory written_by_beginner(std::uint32_t seed, Index most) {
    model::Random random(seed);
    return learning::write_story(beginner(), *task("stories").stories, {"once", "there"}, {}, most, random);
}

} // namespace

TEST_CASE("the same seed writes the same story, up to its end or as many words as it may") {
    const WrittenStory one = written_by_beginner(1, 12), again = written_by_beginner(1, 12);
    CHECK(one.before(one.written.size()) == again.before(again.written.size()));
    CHECK((one.ended() || one.written.size() == 12));
    CHECK(one.before(0) == Words{"once", "there"});
}

TEST_CASE(
    "a word breaks the story exactly where its reader says so, and what could stand there is no such word") {
    const WrittenStory story = written_by_beginner(3, 40);
    language::StoryReader reader(*task("stories").stories);
    for (const std::string& word : story.given)
        reader.read(word);
    int broken = 0;
    for (const learning::WrittenWord& one : story.written) {
        if (one.word == learning::story_boundary) break;
        CHECK(reader.read(one.word) == !one.breaks);
        CHECK(one.instead.empty() == !one.breaks);
        CHECK(std::ranges::find(one.instead, one.word) == one.instead.end());
        broken += one.breaks;
    }
    CHECK(broken > 0); // a beginner's
    CHECK_FALSE(story.is_story());
}
