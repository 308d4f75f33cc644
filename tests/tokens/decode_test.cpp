#include "tokens/decode.h"

#include <doctest/doctest.h>

using namespace tokens;

TEST_CASE("letters of bytes become bytes, and half an emoji U+FFFD") {
    CHECK(decode_byte_letters()({"The", "\u0120cat", "\u010A"}) == Texts{"The cat\n"});
    CHECK(decode_byte_letters()({"\u00F0\u0141\u013A", "\u0122"}) == Texts{"\U0001F600"});
    CHECK(decode_byte_letters()({"\u00F0\u0141\u013A"}) == Texts{"\uFFFD"});
    CHECK(decode_byte_letters()({"a b"}) == Texts{"a b"}); // an added token: text already
}

TEST_CASE("a marked space becomes one, but not the one at the beginning") {
    CHECK(decode_marked_spaces(U'\u2581', true)({"\u2581"
                                                 "a",
                                                 "\u2581"
                                                 "b"}) == Texts{"a", " b"});
    CHECK(decode_marked_spaces(U'\u2581', false)({"\u2581"
                                                  "a"}) == Texts{" a"});
}

TEST_CASE("word pieces go on without a space; tidied, marks and contractions follow their word") {
    CHECK(decode_word_pieces("##", false)({"cat", "##s", "."}) == Texts{"cat", "s", " ."});
    CHECK(decode_word_pieces("##", true)({"it", "'s", ".", "##x"}) == Texts{"it", "'s", ".", "x"});
    CHECK(decode_word_pieces("##", true)({"##x"}) == Texts{"##x"}); // the first stays as it is
}

TEST_CASE("pieces of bytes become characters; of a run that is not UTF-8, each U+FFFD") {
    CHECK(decode_byte_fallback()({"a", "<0xC3>", "<0xA9>", "b"}) == Texts{"a", "\u00E9", "b"});
    CHECK(decode_byte_fallback()({"<0xC3>", "b", "<0x0A>"}) == Texts{"\uFFFD", "b", "\n"});
    CHECK(decode_byte_fallback()({"<0xC3>", "<0xC3>"}) == Texts{"\uFFFD", "\uFFFD"});
    CHECK(decode_byte_fallback()({"<0xZZ>", "<0x0A"}) == Texts{"<0xZZ>", "<0x0A"}); // texts
}

TEST_CASE("ends are stripped, signs replaced, texts fused, ends of words become spaces") {
    CHECK(decode_stripped(U' ', 1, 0)({"  a ", "b", ""}) == Texts{" a ", "b", ""});
    CHECK(decode_stripped(U'x', 2, 2)({"xxxaxxx", "xx"}) == Texts{"xax", ""});
    CHECK(decode_replaced(Pattern::of_literal("\u2581", "test"), " ")({"\u2581"
                                                                       "a\u2581"}) == Texts{" a "});
    CHECK(decode_fused()({"a", "b"}) == Texts{"ab"});
    CHECK(decode_word_ends("</w>")({"cat</w>", "s</w>"}) == Texts{"cat ", "s"});
}
