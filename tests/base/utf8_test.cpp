#include "base/utf8.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace base;

namespace {

std::vector<std::string> characters(std::string_view text) {
    std::vector<std::string> all;
    each_character(text, [&](std::string_view character) { all.emplace_back(character); });
    return all;
}

} // namespace

TEST_CASE("text is walked character by character, whatever their length in bytes") {
    CHECK(characters("aé猫😀") == std::vector<std::string>{"a", "é", "猫", "😀"});
    CHECK(characters("").empty());
}

TEST_CASE("a place within a character belongs to its start") {
    const std::string_view text = "a猫b";
    CHECK(character_start(text, 0) == 0);
    for (const std::size_t at : {1, 2, 3})
        CHECK(character_start(text, at) == 1);
    CHECK(character_start(text, 4) == 4);
    CHECK(character_start(text, 5) == 5); // the end
    CHECK(next_character(text, 0) == 1);
    CHECK(next_character(text, 1) == 4);
    CHECK(next_character(text, 4) == 5);
}

TEST_CASE("bytes that are no UTF-8 are walked over, none twice and none left out") {
    const std::string text = "\x80\xFFx\xE7\x8C";
    std::string all;
    each_character(text, [&](std::string_view character) { all += character; });
    CHECK(all == text);
}

TEST_CASE("what is no character is replaced, byte by byte, and the rest stays") {
    const std::string r(replacement);
    for (const char* text : {"", "aé猫😀", "\uFFFD", "\uD7FF\uE000", "\U0010FFFF"})
        CHECK(well_formed(text) == text);
    CHECK(well_formed("b\xE9.json") == "b" + r + ".json");
    CHECK(well_formed("\xC0\xAF") == r + r);                        // written longer than it has to be
    CHECK(well_formed("\xE0\x80\xAF") == r + r + r);                // the same
    CHECK(well_formed("\xED\xA0\x80") == r + r + r);                // half of a pair of UTF-16
    CHECK(well_formed("\xF4\x90\x80\x80x") == r + r + r + r + "x"); // after the last character
    CHECK(well_formed("猫\xE7\x8C") == "猫" + r + r);               // cut off
}
