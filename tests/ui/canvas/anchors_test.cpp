#include "ui/canvas/anchors.h"

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

using ui::DrawnText;
using ui::overlapping;

namespace {
const int below = 0, above = 0;
}

TEST_CASE("texts on one another are found, texts side by side and in lines below one another are not") {
    const std::vector<DrawnText> fine{
        {{0, 0, 40, 20}, "one", &below}, {{42, 0, 40, 20}, "two", &below}, {{0, 18, 90, 20}, "line", &below}};
    CHECK(overlapping(fine).empty());
    auto wrong = fine;
    wrong.push_back({{30, 2, 40, 20}, "over", &below});
    CHECK(overlapping(wrong) == std::vector<std::string>{"one | over", "two | over"});
    wrong.back().layer = &above;
    CHECK(overlapping(wrong).empty());
    wrong.back() = {{30, 2, 0, 0}, "cut off", &below};
    CHECK(overlapping(wrong).empty());
}

TEST_CASE("a subscript may lean on the end of its letter, and on nothing else") {
    const DrawnText letter{{0, 0, 40, 20}, "W", &below};
    CHECK(overlapping({letter, {{36, 8, 8, 12}, "Q", &below}}).empty());
    CHECK(overlapping({letter, {{10, 4, 8, 12}, "Q", &below}}).size() == 1);
    CHECK(overlapping({letter, {{36, 8, 30, 12}, "words", &below}}).size() == 1);
}

TEST_CASE("texts that run out of the window are found") {
    const std::vector<DrawnText> texts{{{10, 10, 40, 20}, "inside", &below},
                                       {{70, 10, 40, 20}, "out", &below},
                                       {{10, 70, 40, -3}, "scrolled out of sight", &below}};
    CHECK(outside(texts, {0, 0, 100, 50}) == std::vector<std::string>{"out"});
}

TEST_CASE("a cell is named by its matrix, row and column, and by its layer unless that is the first") {
    using attention::Quantity;
    CHECK(ui::cell_anchor({.quantity = Quantity::scores, .row = 3, .column = 2}) == "cell/scores/3/2");
    CHECK(ui::cell_anchor({.quantity = Quantity::weights, .row = 7, .column = 1, .layer = 1}) ==
          "cell/layer/1/weights/7/1");
}

TEST_CASE("what there is once in a frame is found by its name, whatever the scope") {
    ui::Anchors anchors;
    anchors.set_scope("left/");
    anchors.add("card", {0, 0, 1, 1});
    anchors.add_whole("term/key", {0, 0, 1, 1});
    anchors.set_scope("right/");
    CHECK(anchors.find("term/key"));
    CHECK_FALSE(anchors.find("card"));
    CHECK(anchors.find("left/card"));
}
