#include "ui/canvas/events.h"

#include <GLFW/glfw3.h>
#include <doctest/doctest.h>

using namespace ui;

namespace {

constexpr int press = 1, release = 0; // GLFW's numbers

} // namespace

TEST_CASE("a click that is over before the frame begins is still seen as a press and then a release") {
    EventQueue queue;
    queue.push(MouseButton{0, true, 10, 20});
    queue.push(MouseButton{0, false, 10, 20});
    const auto first = queue.take();
    REQUIRE(first.size() == 1);
    CHECK(std::get<MouseButton>(first[0]).down);
    const auto second = queue.take();
    REQUIRE(second.size() == 1);
    CHECK_FALSE(std::get<MouseButton>(second[0]).down);
    CHECK(queue.empty());
}

TEST_CASE("a click happens where the mouse was, though it has moved on since") {
    EventQueue queue;
    queue.push(MouseMoved{1, 1});
    queue.push(MouseMoved{10, 20});
    queue.push(MouseButton{0, true, 10, 20});
    queue.push(MouseMoved{300, 400});
    if (pointer_goes_first()) CHECK(queue.take().size() == 2);
    const auto taken = queue.take();
    CHECK(std::holds_alternative<MouseButton>(taken.back()));
    CHECK(taken.size() == (pointer_goes_first() ? 1 : 3));
    REQUIRE(queue.take().size() == 1);
}

TEST_CASE("Ctrl is still held in the frame of the key that was pressed with it") {
    constexpr int ctrl = 341, a = 65;
    EventQueue queue;
    queue.push(KeyChanged{ctrl, 0, press, 0});
    queue.push(KeyChanged{a, 0, press, 2});
    queue.push(KeyChanged{ctrl, 0, release, 2});
    queue.push(KeyChanged{a, 0, release, 0});
    CHECK(queue.take().size() == 1);
    const auto second = queue.take();
    REQUIRE(second.size() == 1);
    CHECK(std::get<KeyChanged>(second[0]).key == a);
    CHECK(queue.take().size() == 2);
}

TEST_CASE("what the wheel turned is what was under the mouse then") {
    EventQueue queue;
    queue.push(MouseMoved{10, 20});
    queue.push(MouseWheel{0, 1});
    queue.push(MouseMoved{300, 400});
    queue.push(MouseButton{0, true, 300, 400});
    CHECK(queue.take().size() == 2);
    CHECK(queue.take().size() == (pointer_goes_first() ? 1 : 2));
}

TEST_CASE("two presses close together in place and time are a double click") {
    DoubleClick click;
    CHECK_FALSE(click.follows(0, 100, 100, 5.0, 5.0));
    CHECK(click.follows(0, 102, 99, 5.2, 5.2));
    SUBCASE("too late") {
        CHECK_FALSE(click.follows(0, 102, 99, 5.6, 5.6));
    }
    SUBCASE("elsewhere") {
        CHECK_FALSE(click.follows(0, 120, 99, 5.3, 5.3));
    }
    SUBCASE("another button") {
        CHECK_FALSE(click.follows(1, 102, 99, 5.3, 5.3));
    }
    SUBCASE("another button between them") {
        click.follows(1, 102, 99, 5.25, 5.25);
        CHECK_FALSE(click.follows(0, 102, 99, 5.3, 5.3));
    }
}

TEST_CASE("a double click is one though a slow frame lay between its presses") {
    DoubleClick click;
    click.follows(0, 100, 100, 4.0, 5.0);
    CHECK(click.follows(0, 100, 100, 5.0, 7.0));
}

TEST_CASE("keys pressed faster than frames are drawn come one press a frame, in order") {
    EventQueue queue;
    for (int key : {65, 65, 66}) {
        queue.push(KeyChanged{key, 0, press, 0});
        queue.push(KeyChanged{key, 0, release, 0});
    }
    std::vector<int> pressed;
    while (!queue.empty()) {
        int presses = 0;
        for (const auto& event : queue.take())
            if (const auto& key = std::get<KeyChanged>(event); key.action == press) {
                pressed.push_back(key.key);
                ++presses;
            }
        CHECK(presses <= 1);
    }
    CHECK(pressed == std::vector<int>{65, 65, 66});
}

TEST_CASE("a key and the letter it types belong to one frame, the next key to another") {
    EventQueue queue;
    queue.push(KeyChanged{65, 0, press, 0});
    queue.push(CharTyped{'a'});
    queue.push(KeyChanged{257, 0, press, 0});
    CHECK(queue.take().size() == 2);
    CHECK(queue.take().size() == 1);
}

TEST_CASE("a mark is counted after the frame of what came before it") {
    EventQueue queue;
    queue.push(MouseButton{0, false, 10, 20});
    queue.push(Mark{});
    queue.push(MouseMoved{300, 400});
    CHECK(queue.take().size() == 1);
    const auto taken = queue.take();
    REQUIRE(taken.size() == 2);
    CHECK(std::holds_alternative<Mark>(taken[0]));
}

namespace {

constexpr int control = GLFW_MOD_CONTROL, shift = GLFW_MOD_SHIFT;

/// The key meant by the one at this place with this name.
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
