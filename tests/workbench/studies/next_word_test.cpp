#include "close.h"
#include "workbench/document/edit.h"
#include "workbench/lab.h"
#include "workbench/studies/next_word.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

using namespace lab;
using namespace workbench;

namespace {

struct Told {
    std::shared_ptr<const Pass> pass;
    TaskPtr task;
    std::shared_ptr<const Story> story;

    NextWord next(std::size_t count = 5) const {
        return next_word(*story, *pass->reading, *task->stories, count);
    }
    std::optional<std::size_t> broken() const { return first_break(*pass->reading, *task->stories); }
};

Told told(const Document& document, Index row) {
    Told made{compute(prepare(document, library())), library().tasks->get("stories"), nullptr};
    made.story = story_of(*made.pass, made.task.get(), row);
    return made;
}

constexpr Index now = 41; ///< the last word of the preset: “… gave the kite to Tom . now”

Document borrowed() {
    Document document = preset("trained-story");
    std::string text = document.text;
    const std::string gave = "found a red kite and met Tom . Mei gave the kite to Tom";
    text.replace(text.find(gave), gave.size(),
                 "met Tom . he had a red kite . Mei borrowed the kite from Tom");
    return apply(document, SetText{text, ""}, library());
}

} // namespace

TEST_CASE("who has the kite now is read where it was given, and changes with who borrows it") {
    const Document gave = preset("trained-story");
    const NextWord tom = told(gave, now).next();
    CHECK(tom.best.front().word == "Tom");
    CHECK(tom.best.front().probability > 0.9F);
    CHECK_FALSE(tom.best.front().breaks);
    CHECK_FALSE(tom.written.has_value());
    const Document from = borrowed();
    const auto words = words_of(from, library()).queries;
    CHECK(told(from, std::ssize(words) - 1).next().best.front().word == "Mei");
}

TEST_CASE("candidates come most probable first, and those that contradict the story are known") {
    const Told story = told(preset("trained-story"), now);
    const NextWord next = story.next();
    CHECK(next.best.size() == 5);
    CHECK(std::ranges::is_sorted(next.best, std::greater{}, &NextWord::Candidate::probability));
    for (const NextWord::Candidate& one : next.best)
        CHECK(one.breaks == (one.word != "Tom")); // nobody else has it
}

TEST_CASE("at an earlier word the one that stands there is among the candidates") {
    const Told story = told(preset("trained-story"), 5); // “once there was a kind girl”, then “named”
    const NextWord next = story.next(2);
    REQUIRE(next.written.has_value());
    CHECK(next.best[*next.written].word == "named");
}

TEST_CASE("the first word that contradicts the story is known, and none behind it is called right or wrong") {
    const Document right = preset("trained-story");
    CHECK_FALSE(told(right, now).broken().has_value());
    CHECK_FALSE(told(right, now).next().after_break);
    Document wrong = right;
    for (const char* word : {"Hugo", "had", "the", "Hugo"}) // the second one would break any story
        wrong = apply(wrong, WriteWord{std::string(" ") + word}, library());
    const Told story = told(wrong, now + 4);
    CHECK(story.broken() == now + 1);
    const NextWord next = story.next();
    CHECK(next.after_break);
    CHECK(std::ranges::none_of(next.best, &NextWord::Candidate::breaks));
    const NextWord before = told(wrong, now).next(); // there the break has not come yet
    CHECK_FALSE(before.after_break);
    CHECK(before.best[*before.written].breaks);
}

TEST_CASE("a beginning in capitals is read as the model reads it") {
    Document document = preset("trained-story");
    document.text.replace(0, 4, "Once");
    CHECK_FALSE(told(document, now).broken().has_value());
}

TEST_CASE("a cut arc changes the next word, and what it was is remembered") {
    Document document = preset("trained-story");
    const Told whole = told(document, now);
    Index head = 0, key = 0;
    float most = 0;
    const auto& heads = whole.pass->reading->run.encoder.blocks.back().self.trace.heads;
    for (std::size_t h = 0; h < heads.size(); ++h)
        if (Index k = 0; heads[h].weights.row(now).maxCoeff(&k) > most && k == now - 2) {
            most = heads[h].weights(now, k);
            head = static_cast<Index>(h);
            key = k;
        }
    REQUIRE(most > 0.8F);
    document = apply(document, SetCell{{attention::Quantity::weights, head, now, key}, 0, 1}, library());
    const Told cut = told(document, now);
    const Index tom = whole.next().best.front().id;
    CHECK(cut.story->named(tom) < 0.5F);
    CHECK(cut.story->named_usually(tom) == make::about(whole.story->named(tom)));
}

TEST_CASE("a step is told with all that the model finds probable without it") {
    const auto story = told(preset("trained-story"), now).story;
    REQUIRE_FALSE(story->steps.empty());
    for (const StoryStep& step : story->steps) {
        REQUIRE(step.without.size() == 1);
        CHECK(step.given.size() == story->named.size());
        const float likeliest = *std::max_element(step.given.begin(), step.given.end());
        CHECK(likeliest == make::about(step.without[0].probability));
    }
}

TEST_CASE("written words stand at the end of the text and can be taken back, the user's own cannot") {
    const Document own = preset("trained-story");
    Document document = apply(apply(own, WriteWord{" Tom"}, library()), WriteWord{" had"}, library());
    CHECK(document.written == 2);
    CHECK(document.text == own.text + " Tom had");
    CHECK(apply(document, TakeBack{}, library()).text == own.text + " Tom");
    const Document all = apply(document, TakeBack{100}, library());
    CHECK(all.text == own.text);
    CHECK(all.written == 0);
    CHECK(apply(all, TakeBack{}, library()) == all);
    CHECK(apply(document, SetText{own.text + " Tom sang", ""}, library()).written == 0);
}

TEST_CASE("what was cut stays cut while the text grows") {
    Document document = preset("trained-story");
    document = apply(document, SetCell{{attention::Quantity::weights, 1, now, 39}, 0, 1}, library());
    const Document longer = apply(document, WriteWord{" Tom"}, library());
    CHECK(longer.overrides == document.overrides);
}
