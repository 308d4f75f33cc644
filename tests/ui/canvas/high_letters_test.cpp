#include "ui/canvas/high_letters.h"

#include <doctest/doctest.h>

#include <string>

using ui::stand_in_for;
using ui::with_stand_ins;
using ui::without_stand_ins;

TEST_CASE("letters that a field cannot hold come back from it as they were") {
    const std::string text = "I love 🍕 and 😀, 数 and é, 😀";
    const std::string held = with_stand_ins(text);
    CHECK(held.find("🍕") == std::string::npos);
    CHECK(without_stand_ins(held) == text);
    CHECK(with_stand_ins("no emoji: é 数") == "no emoji: é 数");
}

TEST_CASE("each such letter has one stand-in, and letters of the private use area are no stand-ins") {
    CHECK(stand_in_for(U'😀') == stand_in_for(U'😀'));
    CHECK(stand_in_for(U'😀') != stand_in_for(U'🍕'));
    CHECK(stand_in_for(U'é') == U'é');
    const std::string own = "\uE000\uE001";
    CHECK(without_stand_ins(with_stand_ins(own)) == own);
}

TEST_CASE("what is no UTF-8 stays as it is") {
    const std::string cut = "a\xF0\x9F b\xE6";
    CHECK(without_stand_ins(with_stand_ins(cut)) == cut);
}
