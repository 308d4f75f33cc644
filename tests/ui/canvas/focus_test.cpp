#include "ui/canvas/focus.h"

#include <doctest/doctest.h>

using ui::Focus;

namespace {

void frame(Focus& focus, int tab, bool enter = false) {
    focus.begin(tab, enter);
    for (const char* name : {"tab", "sentence", "menu/a", "menu/b"})
        focus.item(name);
}

} // namespace

TEST_CASE("Tab goes through the controls in their order and starts over at the end") {
    Focus focus;
    frame(focus, 0);
    CHECK_FALSE(focus.visible());
    for (const char* expected : {"tab", "sentence", "menu/a", "menu/b", "tab"}) {
        frame(focus, 1);
        CHECK(focus.name() == expected);
        CHECK(focus.visible());
    }
    frame(focus, -1);
    CHECK(focus.name() == "menu/b");
}

TEST_CASE("Enter works the control that shows the focus, and no other") {
    Focus focus;
    frame(focus, 0);
    frame(focus, 1);
    frame(focus, 0, true);
    CHECK(focus.activated("tab"));
    CHECK_FALSE(focus.activated("sentence"));
    focus.set("sentence"); // by mouse: no ring, so Enter has nothing to press
    frame(focus, 0, true);
    CHECK_FALSE(focus.activated("sentence"));
}

TEST_CASE("while a menu is open Tab stays inside it") {
    Focus focus;
    frame(focus, 0);
    for (const char* expected : {"menu/a", "menu/b", "menu/a"}) {
        focus.confine("menu/");
        frame(focus, 1);
        CHECK(focus.name() == expected);
    }
}

TEST_CASE(
    "beside other things on a page Tab goes on past the last control, and Shift Tab back past the first") {
    Focus focus;
    focus.let_leave();
    frame(focus, 0);
    for (const char* expected : {"tab", "sentence", "menu/a", "menu/b"}) {
        frame(focus, 1);
        CHECK(focus.name() == expected);
        CHECK_FALSE(focus.take_leave());
    }
    frame(focus, 1);
    CHECK(focus.take_leave());
    CHECK_FALSE(focus.take_leave()); // once
    CHECK_FALSE(focus.visible());
    frame(focus, -1); // it came back
    CHECK(focus.name() == "menu/b");
    frame(focus, 1);
    CHECK(focus.take_leave());
    frame(focus, 1);
    CHECK(focus.name() == "tab");
    frame(focus, -1);
    CHECK(focus.take_leave());
}

TEST_CASE("a menu is gone through in circles there, too; where there is nothing to reach, Tab leaves") {
    Focus focus;
    focus.let_leave();
    frame(focus, 0);
    for (const char* expected : {"menu/a", "menu/b", "menu/a"}) {
        focus.confine("menu/");
        frame(focus, 1);
        CHECK(focus.name() == expected);
        CHECK_FALSE(focus.take_leave());
    }
    Focus empty;
    empty.let_leave();
    empty.begin(1, false);
    CHECK(empty.take_leave());
}
