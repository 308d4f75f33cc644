#include "drawing/shapes/display_text.h"

#include <doctest/doctest.h>

using namespace drawing;

TEST_CASE("a letter belongs to the script of its block") {
    CHECK(script_of(U'a').key == "other");
    CHECK(script_of(U'ж').key == "other");
    CHECK(script_of(U'א').key == "hebrew");
    CHECK(script_of(U'ق').key == "arabic");
    CHECK(script_of(U'ﻼ').key == "arabic");
    CHECK(script_of(U'न').key == "indic");
    CHECK(script_of(U'ท').key == "southeast");
    CHECK(script_of(U'猫').key == "east");
    CHECK(script_of(U'の').key == "east");
    CHECK(script_of(U'한').key == "east");
    CHECK(script_of(U'。').key == "east");
    CHECK(script_of(U'😀').key == "emoji");
    CHECK(script_of(0x10FFFF).key == "beyond");
}

TEST_CASE("the package with a font is named for what is not on every machine") {
    CHECK(script_of(U'猫').package == "fonts-noto-cjk");
    CHECK(script_of(U'ق').package == "fonts-noto-core");
}

TEST_CASE("letters that change shape by rules of their script are not drawn one by one") {
    for (const char32_t letter : U"नกကខ😀")
        if (letter) CHECK_FALSE(can_be_drawn(letter));
    for (const char32_t letter : U"aéжγאق猫の한。√")
        if (letter) CHECK(can_be_drawn(letter));
}

namespace {

/// Drawn with a font that has everything.
std::string shown(std::string_view text) {
    std::string room;
    return std::string(display_text(
        text, [](char32_t) { return Glyph::there; }, room));
}

/// Drawn with a font that has only Latin letters.
std::string shown_in_latin(std::string_view text, Glyph others = Glyph::missing) {
    std::string room;
    const auto glyph = [others](char32_t letter) { return letter < 0x250 ? Glyph::there : others; };
    return std::string(display_text(text, glyph, room));
}

} // namespace

TEST_CASE("text that is read from left to right is drawn as it is, without a copy") {
    for (const std::string_view text : {"", "cat", "Où était l’été ?", "Η μαύρη γάτα", "Чёрная кошка", "猫。",
                                        "고양이", "√d_k · 2.5 → −∞"}) {
        std::string room;
        const auto drawn = display_text(
            text, [](char32_t) { return Glyph::there; }, room);
        CHECK(drawn == text);
        CHECK(drawn.data() == text.data());
    }
}

TEST_CASE("a Hebrew word is drawn from its last letter to its first") {
    CHECK(shown("חתול") == "לותח");
    CHECK(has_right_to_left("a חתול"));
    CHECK_FALSE(has_right_to_left("кошка 猫 cat"));
}

TEST_CASE("Arabic letters are joined: each takes the form of its place in the word") {
    // قطة: qaf at the beginning, tah in the middle, teh marbuta at the end, drawn from right to left.
    CHECK(shown("قطة") == "\uFE94\uFEC4\uFED7");
    // لا is a single glyph.
    CHECK(shown("لا") == "\uFEFB");
    // Persian gaf at the beginning.
    CHECK(shown("گل") == "\uFEDE\uFB94");
}

TEST_CASE("among Latin letters a right-to-left word stands in its place, turned by itself") {
    CHECK(shown("q(חתול)·k(cat)") == "q(לותח)·k(cat)");
    CHECK(shown("the חתול sat") == "the לותח sat");
}

TEST_CASE("an arrow points from the first word at its left to the second at its right") {
    CHECK(shown("score(אב → גד)") == "score(בא → דג)");
    CHECK(shown("אב → גד") == "בא → דג");
}

TEST_CASE("words in quotation marks, listed in a Latin sentence, keep their order") {
    CHECK(shown("unknown: “אב”, “גד”") == "unknown: “בא”, “דג”");
    CHECK(shown("“אב”, “גד”") == "”דג“ ,”בא“"); // a sentence of their own runs from right to left
}

TEST_CASE("a sentence without Latin letters runs from right to left as a whole, numbers as they are") {
    CHECK(shown("אב גד") == "דג בא");
    CHECK(shown("אב 12") == "12 בא");
    CHECK(shown("(אב)") == "(בא)");
}

TEST_CASE("a letter without a glyph stands as its code point, never as a question mark") {
    CHECK(shown_in_latin("猫") == "U+732B");
    CHECK(shown_in_latin("नम") == "U+0928 U+092E");
    CHECK(shown_in_latin("a 😀!") == "a U+1F600!");
    CHECK(shown_in_latin("猫", Glyph::awaited) == " "); // a font is being looked for
}

TEST_CASE("signs without a picture are not drawn") {
    CHECK(shown("co\u00ADop") == "coop");
    CHECK(shown("❤\uFE0F") == "❤");
    CHECK(shown("a\u200Db\u200E") == "ab");
}

TEST_CASE("bytes that are not UTF-8 stay as they are") {
    CHECK(shown("caf\xE9") == "caf\xE9");
}

TEST_CASE("letters become UTF-8") {
    std::string text;
    for (const char32_t letter : U"aé猫😀")
        if (letter) append_letter(text, letter);
    CHECK(text == "aé猫😀");
}
