#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/word_row.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;
const std::vector<std::string> cat{"The", "cat",     "sat", "on",  "the",
                                   "mat", "because", "it",  "was", "comfortable"};
constexpr Rect line{120, 344, 1360, 58};
constexpr WordSizes large{.box = 58, .text = 20, .gap = 12, .fills = true};

} // namespace

TEST_CASE("words that fill their line reach from one end to the other in boxes of one width") {
    const WordRow row = set_row(line, {cat}, 7, {.sizes = large}, measure);
    REQUIRE(row.shows_all());
    CHECK(row.boxes.front().x == line.x);
    CHECK(row.boxes.back().right() == make::about(line.right()).share(0.001));
    for (const Rect& box : row.boxes)
        CHECK(box.width == row.boxes.front().width);
}

TEST_CASE("where the longest word has no room beside it, all words shrink together") {
    const auto narrower = [](float width) {
        return set_row({120, 344, width, 58}, {cat}, 7, {.sizes = large}, measure);
    };
    CHECK(narrower(1900).text_size == 20);
    const WordRow row = narrower(1300);
    CHECK(row.text_size < 20);
    CHECK(row.text_size >= 12);
    const float widest = measure.width(Font::sans_bold, row.text_size, "comfortable");
    CHECK(row.boxes.front().width - widest == make::about(20));
}

TEST_CASE("words too many for boxes of one width are set as in every other row") {
    const WordRow row = set_row({0, 0, 700, 31}, {cat}, 7, {.sizes = {.fills = true}}, measure);
    CHECK(row.shows_all());
    CHECK(row.boxes[0].width < row.boxes[9].width);
}

TEST_CASE("the word that reads is filled, the one that it reads framed") {
    const Rect box{0, 0, 125, 58};
    const auto drawn = [&](WordPart part) {
        return word_figure(box, "cat", part, false, 20, 1, light_palette(), measure);
    };
    CHECK(all<Fill>(drawn(WordPart::asks))[0].colour == light_palette()[Role::query_fill]);
    CHECK(all<Stroke>(drawn(WordPart::asks)).empty());
    CHECK(all<Stroke>(drawn(WordPart::is_read))[0].colour == light_palette()[Role::key_line]);
    CHECK(all<Stroke>(drawn(WordPart::is_read))[0].thickness == 3);
    CHECK(all<Stroke>(drawn(WordPart::plain))[0].colour == light_palette()[Role::hairline]);
}
