#include "drawing/figure_checks.h"
#include "drawing/figures/sentence.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;
constexpr Rect area{120, 180, 1360, 272};
const SentenceLook large{.sizes = {.box = 58,
                                   .text = 20,
                                   .gap = 12,
                                   .number = 14,
                                   .strong_number = 17,
                                   .number_line = 44,
                                   .fills = true}};
const SentenceContent cat{.words = {"The", "cat", "sat", "on", "the", "mat", "because", "it", "was", "tired"},
                          .query = 7,
                          .weights = {0.01F, 0.6F, 0.02F, 0.001F, 0.02F, 0.2F, 0.02F, 0.01F, 0.02F, 0.1F},
                          .is_read = 1};

Figure drawn(const SentenceLook& look) {
    return sentence_figure(area, sentence_row(area, cat, look, measure), cat, look, light_palette(), measure);
}

} // namespace

TEST_CASE("the words stand at the bottom, their weights below them and their arcs above") {
    const WordRow row = sentence_row(area, cat, large, measure);
    const Figure figure = drawn(large);
    CHECK(is_inside(extent(figure), area, 1));
    CHECK(label_named(figure, "0.60")->at.y > row.boxes[1].bottom());
    CHECK(label_named(figure, "0.60")->size > label_named(figure, "0.02")->size);
    CHECK(label_named(figure, "0")->at.x == row.boxes[3].centre().x); // 0.00 would be no number of its own
    REQUIRE(all<Curve>(figure).size() == 9);
    CHECK(all<Curve>(figure).back().from.x == row.boxes[1].centre().x);
}

TEST_CASE("the arc of one word swings to another, and those that it passes are out of sight meanwhile") {
    SentenceLook look = large;
    look.swing = {.from = 1, .to = 5, .weight = 0.5F, .share = 0.5F};
    const WordRow row = sentence_row(area, cat, look, measure);
    const auto arcs = all<Curve>(drawn(look));
    REQUIRE(arcs.size() == 3 + 5); // its copies; The, because, was, tired and itself
    const float half_way = (row.boxes[1].centre().x + row.boxes[5].centre().x) / 2;
    const auto swinging = std::ranges::find(arcs, half_way, [](const Curve& arc) { return arc.from.x; });
    REQUIRE(swinging != arcs.end());
    CHECK(swinging->thickness == 0.5F * 20);
    CHECK(arcs[0].from.x == row.boxes[1].centre().x); // the last copy is where it came from
    for (int i = 0; i < 3; ++i)
        CHECK(arcs[static_cast<std::size_t>(i)].from.x < half_way);
}

TEST_CASE("when it has landed, all arcs are there, and the copies fade into the ground") {
    SentenceLook look = large;
    look.swing = {.from = 1, .to = 5, .weight = 0.2F, .share = 1, .trail = 0.5F};
    CHECK(all<Curve>(drawn(look)).size() == 3 + 9);
    const Palette& palette = light_palette();
    CHECK(all<Curve>(drawn(look))[2].colour ==
          mix(palette[Role::background], palette[Role::weight], 0.5F * 0.3F));
    look.swing->trail = 0;
    CHECK(all<Curve>(drawn(look)).size() == 9);
}

TEST_CASE("arcs grow out of the words, the thickest last, and the weight comes with its arc") {
    SentenceLook look = large;
    look.grown = 0;
    CHECK(all<Curve>(drawn(look)).empty());
    CHECK_FALSE(label_named(drawn(look), "0.60"));
    look.grown = 0.5F;
    const auto half = all<Curve>(drawn(look));
    CHECK(half.size() == 8);              // the thickest has not begun
    CHECK(label_named(drawn(look), "0")); // the thinnest is there
    look.grown = 0.75F;
    const auto later = all<Curve>(drawn(look));
    REQUIRE(later.size() == 9);
    CHECK(later.back().to.x < all<Curve>(drawn(large)).back().to.x);
}

TEST_CASE("a word that gives way to another fades, and nothing else does") {
    SentenceLook look = large;
    look.exchange = {.word = 9, .shown = 0.5F};
    CHECK(label_named(drawn(look), "tired")->colour.a == 128);
    CHECK(label_named(drawn(look), "was")->colour.a == 255);
}
