#include "tokens/characters.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace tokens;

namespace {

std::vector<char32_t> codes(std::string_view text) {
    std::vector<char32_t> all;
    for (const Character& each : characters_of(text))
        all.push_back(each.code);
    return all;
}

using Codes = std::vector<char32_t>;

} // namespace

TEST_CASE("a character knows the bytes that spell it") {
    const Characters characters = characters_of("a\u00E9\u732B\U0001F431");
    REQUIRE(characters.size() == 4);
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(characters[i].begin == begin);
        begin += static_cast<std::uint32_t>(i) + 1; // 1, 2, 3, 4 bytes
        CHECK(characters[i].end == begin);
    }
    CHECK(codes("a\u00E9\u732B\U0001F431") == Codes{U'a', 0xE9, 0x732B, 0x1F431});
}

TEST_CASE("UTF-8 comes back as it was, to the last code point") {
    for (const char32_t code : {0x0U, 0x7FU, 0x80U, 0x7FFU, 0x800U, 0xFFFFU, 0x10000U, 0x10FFFFU}) {
        std::string text;
        append_utf8(text, code);
        CHECK(text.size() == utf8_size(code));
        CHECK(codes(text) == Codes{code});
    }
}

TEST_CASE("what is not UTF-8 becomes U+FFFD, one for each part that could begin a character") {
    CHECK(codes("caf\xE9 x") == Codes{'c', 'a', 'f', 0xFFFD, ' ', 'x'}); // Latin-1
    CHECK(codes("\xF0\x9F\x98 y") == Codes{0xFFFD, ' ', 'y'});           // three bytes of an emoji
    CHECK(codes("\xE2\x82") == Codes{0xFFFD});                           // two of €
    CHECK(codes("\xED\xA0\x80") == Codes{0xFFFD, 0xFFFD, 0xFFFD}); // a surrogate: nothing begins with ED A0
    CHECK(codes("\xC0\xAF") == Codes{0xFFFD, 0xFFFD});             // overlong
    CHECK(codes("\xF4\x90\x80\x80") == Codes{0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD}); // beyond U+10FFFF
    const Characters cut = characters_of("\xF0\x9F\x98 y");
    CHECK(cut[0].begin == 0);
    CHECK(cut[0].end == 3);
}

TEST_CASE("each byte of a character stands for itself; of a normalized one, for all that it came from") {
    std::vector<std::uint32_t> begins;
    const auto note = [&](unsigned char, std::uint32_t begin, std::uint32_t) { begins.push_back(begin); };
    each_byte({0xE9, 10, 12}, note); // é as typed
    CHECK(begins == std::vector<std::uint32_t>{10, 11});
    begins.clear();
    each_byte({0xE9, 10, 13}, note); // é from e and an accent
    CHECK(begins == std::vector<std::uint32_t>{10, 10});
    begins.clear();
    each_byte({0xE9, 10, 12, false}, note); // from two bytes that were others
    CHECK(begins == std::vector<std::uint32_t>{10, 10});
}

TEST_CASE("white space is Unicode's: no zero-width space, no byte order mark, no Mongolian separator") {
    for (const char32_t space :
         {0x9U, 0xAU, 0xDU, 0x20U, 0x85U, 0xA0U, 0x1680U, 0x2003U, 0x2028U, 0x2029U, 0x3000U})
        CHECK(is_white_space(space));
    for (const char32_t other : {0x0U, 0x1CU, 0x41U, 0x180EU, 0x200BU, 0xFEFFU})
        CHECK_FALSE(is_white_space(other));
}

TEST_CASE("BERT counts all signs of ASCII as punctuation, and Unicode's beyond") {
    for (const char32_t sign : {U'$', U'+', U'~', U'_', U'@', U'[', U'`', U'\u2014', U'\u3002'})
        CHECK(is_punctuation(sign));
    for (const char32_t other : {U'a', U'Z', U'0', U' ', U'\u20AC', U'\u00B1', U'\x7F', U'\n'})
        CHECK_FALSE(is_punctuation(other));
}

TEST_CASE("Chinese characters are ideographs; kana and Hangul are letters") {
    for (const char32_t chinese : {0x4E00U, 0x732BU, 0x3400U, 0xF900U, 0x20000U})
        CHECK(is_chinese(chinese));
    for (const char32_t other : {0x3042U, 0x30AFU, 0xAC00U, 0x3002U})
        CHECK_FALSE(is_chinese(other));
}

TEST_CASE("controls are what cannot be seen, but not tabs and ends of lines") {
    for (const char32_t control : {0x0U, 0x7FU, 0xADU, 0x200DU, 0xFEFFU, 0xE000U})
        CHECK(is_control(control));
    for (const char32_t other : {U'\t', U'\n', U'\r', U' ', U'a'})
        CHECK_FALSE(is_control(other));
}
