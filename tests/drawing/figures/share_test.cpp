#include "drawing/figure_checks.h"
#include "drawing/figures/share.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;
constexpr Rect sheet{0, 0, share_width, share_height};
const ShareContent cat{
    .question = {{"What is ", Role::text}, {"“it”", Role::query}, {"?", Role::text}},
    .sentence = {.words = {"The", "cat", "sat", "on", "the", "mat", "because", "it", "was", "tired"},
                 .query = 7,
                 .weights = {0.01F, 0.6F, 0.02F, 0.02F, 0.02F, 0.2F, 0.02F, 0.01F, 0.02F, 0.08F},
                 .is_read = 1},
    .telling = {{{"of what ", Role::quiet}, {"“it”", Role::query}}, {{"comes from “cat”", Role::quiet}}},
    .program = "Attention Lab",
    .origin = "a small trained model"};

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

TEST_CASE("a sentence too long for the picture is shown around its word") {
    ShareContent long_one = cat;
    for (int i = 0; i < 60; ++i) {
        long_one.sentence.words.push_back("word" + std::to_string(i));
        long_one.sentence.weights.push_back(0.01F);
    }
    CHECK(is_inside(extent(share_figure(long_one, share_seconds, dark_palette(), measure)), sheet));
}
