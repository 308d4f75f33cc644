#include "tokens/byte_letters.h"

#include <doctest/doctest.h>

#include <set>

using namespace tokens;

TEST_CASE("each byte has a letter of its own, and it stands for that byte") {
    std::set<char32_t> letters;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const char32_t letter = letter_of(static_cast<unsigned char>(byte));
        letters.insert(letter);
        CHECK(byte_of(letter) == byte);
    }
    CHECK(letters.size() == 256);
}

TEST_CASE("bytes that can be seen are their own letters; a space is Ġ, the end of a line Ċ") {
    CHECK(letter_of('a') == U'a');
    CHECK(letter_of('~') == U'~');
    CHECK(letter_of(0xFF) == U'\u00FF');
    CHECK(letter_of(' ') == U'\u0120');
    CHECK(letter_of('\n') == U'\u010A');
    CHECK(letter_of(0x00) == U'\u0100');
    CHECK(letter_of(0xAD) == U'\u0143'); // the soft hyphen, the last of them
}

TEST_CASE("no other sign stands for a byte") {
    for (const char32_t sign : {U' ', U'\n', U'\u00A0', U'\u00AD', U'\u0144', U'\u2581', U'\U0001F431'})
        CHECK_FALSE(byte_of(sign).has_value());
}
