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
