#include "worksheet/page.h"

#include "worksheet/make.h"

#include <doctest/doctest.h>

using namespace worksheet;

namespace {

const Paper small_paper{"", 400, 300, 50}; // 200 pixels of height within its margins

Block of_height(float height, bool keeps_next = false) {
    Block block{.height = height, .keeps_next = keeps_next};
    block.figure.emplace_back(drawing::Fill{{0, 0, 10, height}, ink});
    return block;
}

} // namespace

TEST_CASE("lines are broken between words, and a word too long for a line within it") {
    const make::Typewriter measure;
    const TextStyle style{.size = 20}; // 9 pixels a letter
    CHECK(lines_of("one two three", 75, style, measure) == std::vector<std::string>{"one two", "three"});
    CHECK(lines_of("abcdefghijkl", 45, style, measure) == std::vector<std::string>{"abcde", "fghij", "kl"});
    CHECK(lines_of("a\nb", 100, style, measure) == std::vector<std::string>{"a", "b"});
}

TEST_CASE("a block that does not fit begins the next page, with the heading that belongs to it") {
    CHECK(set_pages({of_height(100), of_height(80)}, small_paper).size() == 1);
    CHECK(set_pages({of_height(100), of_height(95)}, small_paper).size() == 2);
    const auto pages = set_pages({of_height(100), of_height(40, true), of_height(95)}, small_paper);
    REQUIRE(pages.size() == 2);
    CHECK(pages[0].size() == 1);
    CHECK(pages[1].size() == 2);
}

TEST_CASE("a block higher than the page gets one of its own, and nothing is lost") {
    const auto pages = set_pages({of_height(20), of_height(500), of_height(20)}, small_paper);
    CHECK(pages.size() == 3);
}

TEST_CASE("room to calculate grows to the foot of the page") {
    float grown = 0;
    Block room{.height = 20, .stretch = 1};
    room.room = [&](float height) {
        grown = height;
        return Figure{};
    };
    (void)set_pages({of_height(100), room}, small_paper);
    CHECK(grown == make::about(90)); // 200 without the block and the gap
}

TEST_CASE("paper is known by name") {
    REQUIRE(paper_named("letter"));
    CHECK(paper_named("letter")->width == make::about(816));
    CHECK(paper_named("a5") == nullptr);
}
