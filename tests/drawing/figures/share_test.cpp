#include "drawing/figure_checks.h"
#include "drawing/figures/share.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;
constexpr Rect sheet{0, 0, share_width, share_height};
const ShareContent cat{
    .sheet = {{{"What is ", Role::text}, {"“it”", Role::query}, {"?", Role::text}},
              "Attention Lab",
              "a small trained model"},
    .sentence = {.words = {"The", "cat", "sat", "on", "the", "mat", "because", "it", "was", "tired"},
                 .query = 7,
                 .weights = {0.01F, 0.6F, 0.02F, 0.02F, 0.02F, 0.2F, 0.02F, 0.01F, 0.02F, 0.08F},
                 .is_read = 1},
    .telling = {{{"of what ", Role::quiet}, {"“it”", Role::query}}, {{"comes from “cat”", Role::quiet}}}};

Figure at(double seconds) {
    return share_figure(cat, seconds, dark_palette(), measure);
}

} // namespace

TEST_CASE(
    "a picture to share has a question, the arcs of one word, its largest weight and where it is from") {
    const Figure figure = at(share_seconds);
    CHECK(is_inside(extent(figure), sheet));
    for (const char* text : {"What is ", "because", "0.60", "Attention Lab", "a small trained model"})
        CHECK(label_named(figure, text));
    CHECK(label_named(figure, "0.60")->colour == dark_palette()[Role::key]);
    CHECK(all<Curve>(figure).size() == 9);
}

TEST_CASE("in its clip the words are there, the arcs grow, and the number comes last") {
    CHECK(all<Curve>(at(0)).empty());
    CHECK(label_named(at(0), "cat"));
    std::size_t arcs = 0;
    for (double seconds = 0; seconds < share_seconds; seconds += 0.25) {
        const Figure figure = at(seconds);
        CHECK(all<Curve>(figure).size() >= arcs);
        arcs = all<Curve>(figure).size();
        CHECK(is_inside(extent(figure), sheet));
        if (label_named(figure, "0.60")) CHECK(arcs == 9);
    }
}

TEST_CASE("the answer of a model takes the place of the number, in the hue of the word that was asked") {
    ShareContent answered = cat;
    answered.answer = StoryAnswer{.word = "cat", .number = "1.00"};
    const Figure figure = share_figure(answered, share_seconds, dark_palette(), measure);
    CHECK(is_inside(extent(figure), sheet));
    CHECK_FALSE(label_named(figure, "0.60"));
    const Label* number = label_named(figure, "1.00");
    REQUIRE(number);
    const auto chips = all<Fill>(figure);
    CHECK(std::ranges::any_of(chips, [&](const Fill& fill) {
        return fill.rect.contains(number->at) && fill.colour == dark_palette()[Role::query_fill];
    }));
}

TEST_CASE("a story is told on the sheet as on the screen, and fits there, however long it is") {
    const auto inside = [](std::size_t words, float seconds) {
        StoryContent story{.main = {.words = std::vector<std::string>(words, "because"),
                                    .bands = {{"Layer 1"}, {"Layer 2"}}}};
        story.main.bands[0].arcs = {{0, 0, 0.9F, true}};
        story.answers = {{.label = "So “it” is", .word = "cat", .number = "1.00"}};
        return story_figure_within(share_room, story, seconds, 0.7F, dark_palette(), measure);
    };
    for (const std::size_t words : {1, 10, 60})
        for (const float seconds : {0.4F, 2.0F, StoryPlay::length})
            CHECK(is_inside(extent(share_sheet(cat.sheet, inside(words, seconds), dark_palette(), measure)),
                            sheet, 1));
    CHECK_FALSE(label_named(inside(10, 1), "1.00"));
    CHECK(label_named(inside(10, StoryPlay::length), "1.00"));
}

TEST_CASE("a sentence too long for the picture is shown around its word") {
    ShareContent long_one = cat;
    for (int i = 0; i < 60; ++i) {
        long_one.sentence.words.push_back("word" + std::to_string(i));
        long_one.sentence.weights.push_back(0.01F);
    }
    CHECK(is_inside(extent(share_figure(long_one, share_seconds, dark_palette(), measure)), sheet));
}
