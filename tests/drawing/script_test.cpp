#include "drawing/script.h"

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
