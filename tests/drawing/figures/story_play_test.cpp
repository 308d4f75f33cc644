#include "close.h"
#include "drawing/figures/story_play.h"

#include <doctest/doctest.h>

using namespace drawing;

TEST_CASE("two layers are played in six seconds: words, reads, a question, reads, the answer") {
    const StoryPlay play(2);
    CHECK(play.words().ends == make::about(0.8F).share(1e-5));
    CHECK(play.reads(0).begins == make::about(0.8F).share(1e-5));
    CHECK(play.reads(0).ends == make::about(2.6F).share(1e-5));
    CHECK(play.asked(0).ends == make::about(3).share(1e-5));
    CHECK(play.reads(1).begins == make::about(3).share(1e-5));
    CHECK(play.reads(1).ends == make::about(5).share(1e-5));
    CHECK(play.answer().ends == make::about(5.6F).share(1e-5));
    CHECK(StoryPlay::length == 6);
}

TEST_CASE("however many layers there are, they take the same time, one after the other") {
    for (const std::size_t layers : {1, 3, 12}) {
        CAPTURE(layers);
        const StoryPlay play(layers);
        REQUIRE(play.layers() == layers);
        float at = play.words().ends;
        for (std::size_t layer = 0; layer < layers; ++layer) {
            CHECK(play.reads(layer).begins == make::about(at).share(1e-4));
            CHECK(play.reads(layer).ends > play.reads(layer).begins);
            at = play.asked(layer).ends;
        }
        CHECK(at == make::about(play.answer().begins).share(1e-4));
        CHECK(play.stops().size() == layers + 2);
        CHECK(play.stops().back() == StoryPlay::length);
    }
}

TEST_CASE("a span knows how much of it is over") {
    const PlaySpan span{1, 3};
    CHECK(span.share(0) == 0);
    CHECK(span.share(2) == 0.5F);
    CHECK(span.share(9) == 1);
    CHECK(span.part(0.5F, 1).begins == 2);
    CHECK(PlaySpan{2, 2}.share(2) == 1);
}
