#include "base/text.h"

#include "base/input_error.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
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

// Characters.

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

TEST_CASE("bytes that are not UTF-8 are walked over, none twice and none left out") {
    const std::string text = "\x80\xFFx\xE7\x8C";
    std::string all;
    each_character(text, [&](std::string_view character) { all += character; });
    CHECK(all == text);
}

TEST_CASE("what is not a character is replaced, byte by byte, and the rest stays") {
    const std::string r(replacement);
    for (const char* text : {"", "aé猫😀", "\uFFFD", "\uD7FF\uE000", "\U0010FFFF"})
        CHECK(well_formed(text) == text);
    CHECK(well_formed("b\xE9.json") == "b" + r + ".json");
    CHECK(well_formed("\xC0\xAF") == r + r);                        // longer than necessary
    CHECK(well_formed("\xE0\x80\xAF") == r + r + r);                // the same
    CHECK(well_formed("\xED\xA0\x80") == r + r + r);                // a lone surrogate
    CHECK(well_formed("\xF4\x90\x80\x80x") == r + r + r + r + "x"); // after the last character
    CHECK(well_formed("猫\xE7\x8C") == "猫" + r + r);               // cut off
}

// Messages.

TEST_CASE("a message quotes ordinary text of any script as it stands") {
    for (const char* text : {"w_q", "“zyzzyx” is 0", "猫 é", "weights.safetensors, tensor w_q"})
        CHECK(printable(text) == text);
}

TEST_CASE("what could send commands to a terminal is spelled out") {
    CHECK(printable("a\x1b[31mb\n\x7f") == "a\\x1b[31mb\\x0a\\x7f");
    CHECK(printable("\u009b31m") == "\\x9b31m");
    const InputError error("file\x07", "the name \x1b[2J is not known", "write\ta");
    CHECK(std::string(error.what()) == "file\\x07: the name \\x1b[2J is not known (write\\x09a)");
    CHECK(error.where == "file\\x07");
}

TEST_CASE("a very long name keeps its beginning and its end, in whole characters") {
    std::string name = "begin";
    for (int i = 0; i < 100'000; ++i)
        name += "é";
    const std::string shown = printable(name + "end");
    CHECK(shown.size() <= 410);
    CHECK(shown.starts_with("beginéé"));
    CHECK(shown.ends_with("ééend"));
    CHECK(shown.find("é…é") != std::string::npos);
}

TEST_CASE("a title becomes part of a file's name: letters of any script, small ones in ASCII, and hyphens") {
    CHECK(slug("My first one!") == "my-first-one");
    CHECK(slug("../Über Köpfe?") == "Über-köpfe");
    CHECK(slug(" 2 – 猫 & dogs ") == "2-–-猫-dogs");
    for (const char* none : {"", "/.. ", "---"})
        CHECK(slug(none).empty());
}

// Numbers.

TEST_CASE("the shortest text reads back as the same number") {
    CHECK(shortest(0.1F) == "0.1");
    CHECK(shortest(-2.5) == "-2.5");
    for (const float number : {1.0F / 3, 1e-30F, 123456.78F, std::numeric_limits<float>::max(),
                               std::numeric_limits<float>::denorm_min()})
        CHECK(float_in(shortest(number)) == number);
}

TEST_CASE("decimals are rounded from the number itself, to even only when it lies exactly between") {
    CHECK(fixed(2.675, 2) == "2.67"); // the double is a little less than 2.675
    CHECK(fixed(0.125, 2) == "0.12");
    CHECK(fixed(-0.004, 2) == "-0.00");
    CHECK(fixed(1e20, 0) == "100000000000000000000");
    CHECK(scientific(123456, 1) == "1.2e+05");
}

TEST_CASE("percentages have a decimal only where a whole number would say too little") {
    CHECK(percent(0.424) == "42");
    CHECK(percent(0.0194) == "1.9");
    CHECK(percent(0.05) == "5");
    CHECK(percent(0.9972) == "99.7");
    CHECK(percent(1.184) == "118");
}

TEST_CASE("only nothing is 0 percent, and only all of it is 100") {
    CHECK(percent(0) == "0");
    CHECK(percent(1e-9) == "<0.1");
    CHECK(percent(0.9996) == ">99.9");
    CHECK(percent(1) == "100");
}

TEST_CASE("a plain number has no exponent, however large or small") {
    CHECK(plain(1e21) == "1000000000000000000000");
    CHECK(plain(2.5e-7) == "0.00000025");
    CHECK(plain(std::numeric_limits<double>::max()).size() == 309);
    CHECK(plain(std::numeric_limits<double>::denorm_min()).size() > 300);
}

TEST_CASE("only a text that is a number through and through is one") {
    CHECK(float_in("-0.5") == -0.5F);
    CHECK(float_in("1e3") == 1000);
    CHECK(whole_in("-12") == -12);
    for (const char* text : {"", " 1", "1 ", "1x", "x", "0x10", "--1", "+1", "1,5"}) {
        CAPTURE(text);
        CHECK_FALSE(float_in(text));
        CHECK_FALSE(whole_in(text));
    }
    CHECK_FALSE(whole_in("1.5"));
    CHECK_FALSE(whole_in("99999999999999999999"));
    CHECK_FALSE(float_in("1e99"));
}
