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

TEST_CASE("the pieces of a written word stand without a gap between them") {
    const std::vector<bool> joined{false, true, false, true, true};
    const Words words{.texts = std::span(cat).first(5), .joined = &joined};
    for (const float width : {1400.0F, 420.0F, 300.0F})
        for (const bool fills : {true, false}) {
            WordRowOptions options{.sizes = large};
            options.sizes.fills = fills;
            const WordRow row = set_row({0, 0, width, 58}, words, 2, options, measure);
            for (Index i = 1; i < row.count(); ++i) {
                const Rect &left = row.boxes[static_cast<std::size_t>(i - 1)],
                           &right = row.boxes[static_cast<std::size_t>(i)];
                if (words.is_joined(row.first + i))
                    CHECK(right.x == left.right());
                else
                    CHECK(right.x > left.right());
            }
            CHECK(row.boxes.front().x >= 0);
            CHECK(row.boxes.back().right() <= width);
        }
}

TEST_CASE("a joined box is round only where its written word begins and ends") {
    const std::vector<bool> joined{false, true, true};
    const Words words{.texts = std::span(cat).first(4), .joined = &joined};
    CHECK(words.corners(0) == Corners::left);
    CHECK(words.corners(1) == Corners::none);
    CHECK(words.corners(2) == Corners::right);
    CHECK(words.corners(3) == Corners::all);
    const Figure middle =
        word_figure({50, 0, 60, 31}, words, 1, WordPart::plain, 15, 1, light_palette(), measure);
    CHECK(all<Fill>(middle)[0].corners == Corners::none);
    CHECK(all<Stroke>(middle)[0].rect.x == 49); // one line between both
}

TEST_CASE("what nobody wrote has a dashed edge, and is quiet") {
    const std::vector<bool> put_in{true, false};
    const Words words{.texts = std::span(cat).first(2), .put_in = &put_in};
    const auto drawn = [&](Index word, WordPart part) {
        return word_figure({0, 0, 60, 31}, words, word, part, 15, 1, light_palette(), measure);
    };
    CHECK(all<Stroke>(drawn(0, WordPart::plain)).empty());
    CHECK(all<Line>(drawn(0, WordPart::plain)).size() > 4);
    CHECK(all<Label>(drawn(0, WordPart::plain))[0].colour == light_palette()[Role::quiet]);
    CHECK(all<Line>(drawn(1, WordPart::plain)).empty());
    CHECK(all<Stroke>(drawn(0, WordPart::is_read))[0].colour == light_palette()[Role::key_line]);
}
