#include "ui/canvas/key_names.h"

#include <GLFW/glfw3.h>
#include <doctest/doctest.h>

using namespace ui;

namespace {

constexpr int control = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT;

/// The key meant by the one at this place, named so.
int meant(int place, const char* name, int mods = 0) {
    return key_by_name(place, name, mods).key;
}

} // namespace

TEST_CASE("letters count by what is printed on the key") {
    CHECK(meant(GLFW_KEY_Z, "z", control) == GLFW_KEY_Z);
    CHECK(meant(GLFW_KEY_Y, "z", control) == GLFW_KEY_Z); // German
    CHECK(meant(GLFW_KEY_Z, "y", control) == GLFW_KEY_Y);
    CHECK(meant(GLFW_KEY_W, "z", control) == GLFW_KEY_Z);     // French
    CHECK(meant(GLFW_KEY_SEMICOLON, "m") == GLFW_KEY_M);      // French
    CHECK(meant(GLFW_KEY_SLASH, "z", control) == GLFW_KEY_Z); // Dvorak
    CHECK(meant(GLFW_KEY_K, "t") == GLFW_KEY_T);              // Dvorak
    CHECK(meant(GLFW_KEY_COMMA, "w", control) == GLFW_KEY_W); // Dvorak
    CHECK(key_by_name(GLFW_KEY_Y, "z", control | shift).mods == (control | shift));
}

TEST_CASE("keys of other alphabets count by place") {
    CHECK(meant(GLFW_KEY_Z, "я", control) == GLFW_KEY_Z);
    CHECK(meant(GLFW_KEY_H, "η") == GLFW_KEY_H);
    CHECK(meant(GLFW_KEY_T, "") == GLFW_KEY_T);
    CHECK(meant(GLFW_KEY_COMMA, "б") == GLFW_KEY_UNKNOWN); // no comma there
}

TEST_CASE("Ctrl with + and − counts by what is printed on the key") {
    CHECK(meant(GLFW_KEY_EQUAL, "=", control) == GLFW_KEY_EQUAL);
    CHECK(meant(GLFW_KEY_RIGHT_BRACKET, "+", control) == GLFW_KEY_EQUAL); // German
    CHECK(meant(GLFW_KEY_SLASH, "-", control) == GLFW_KEY_MINUS);         // German
    CHECK(meant(GLFW_KEY_MINUS, "ß", control) == GLFW_KEY_UNKNOWN);       // German
    CHECK(meant(GLFW_KEY_6, "-", control) == GLFW_KEY_MINUS);             // French
    CHECK(meant(GLFW_KEY_0, "à", control) == GLFW_KEY_0);                 // French
    CHECK(meant(GLFW_KEY_KP_ADD, "+", control) == GLFW_KEY_KP_ADD);
}

TEST_CASE("digits count with and without the Shift that they need") {
    CHECK(meant(GLFW_KEY_7, "7") == GLFW_KEY_7);
    CHECK(meant(GLFW_KEY_7, "è") == GLFW_KEY_7);
    CHECK(key_by_name(GLFW_KEY_7, "è", shift).mods == 0);
    CHECK(key_by_name(GLFW_KEY_7, "7", shift).mods == shift);
    CHECK(meant(GLFW_KEY_6, "-") == GLFW_KEY_6);
}

TEST_CASE("a sign means nothing until it is typed, wherever it is") {
    CHECK(meant(GLFW_KEY_SLASH, "/", shift) == GLFW_KEY_UNKNOWN);
    CHECK(meant(GLFW_KEY_MINUS, "ß", shift) == GLFW_KEY_UNKNOWN); // German ?
    CHECK(meant(GLFW_KEY_COMMA, ",") == GLFW_KEY_UNKNOWN);
    const auto help = key_of_sign('?');
    REQUIRE(help);
    CHECK(help->key == GLFW_KEY_SLASH);
    CHECK(help->mods == shift);
    CHECK(key_of_sign('.')->key == GLFW_KEY_PERIOD);
    CHECK(key_of_sign(',')->key == GLFW_KEY_COMMA);
    CHECK_FALSE(key_of_sign('t'));
    CHECK_FALSE(key_of_sign('7'));
    CHECK_FALSE(key_of_sign(0x4E2D));
    CHECK_FALSE(key_of_sign('!'));
}

TEST_CASE("keys that print nothing are what they are") {
    for (const int key : {GLFW_KEY_SPACE, GLFW_KEY_ESCAPE, GLFW_KEY_F11, GLFW_KEY_LEFT, GLFW_KEY_ENTER})
        CHECK(meant(key, "") == key);
}
