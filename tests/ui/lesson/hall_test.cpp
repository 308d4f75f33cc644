#include "ui/lesson/hall.h"

#include <GLFW/glfw3.h>
#include <doctest/doctest.h>

#include <initializer_list>
#include <vector>

using ui::Hall;

namespace {

/// What each key does; true if all of them were votes.
bool press(Hall& hall, std::initializer_list<int> keys) {
    bool all = true;
    for (const int key : keys)
        all &= hall.take(key);
    return all;
}

} // namespace

TEST_CASE("votes are entered choice by choice, and stand beside them from then on") {
    Hall hall;
    CHECK_FALSE(hall.take(GLFW_KEY_1)); // nobody votes
    hall.count(2);
    CHECK(hall.beside(0) == "0 …");
    CHECK(hall.beside(1).empty());
    CHECK(press(hall, {GLFW_KEY_1, GLFW_KEY_2, GLFW_KEY_BACKSPACE, GLFW_KEY_KP_7, GLFW_KEY_ENTER}));
    CHECK(hall.beside(0) == "17");
    CHECK(press(hall, {GLFW_KEY_3, GLFW_KEY_ENTER}));
    CHECK_FALSE(hall.counting);
    CHECK(hall.votes == std::vector{17, 3});
    CHECK(hall.beside(1) == "3");
}

TEST_CASE("another key stops the count and does what it does, and a new count begins at 0") {
    Hall hall;
    hall.count(3);
    CHECK(press(hall, {GLFW_KEY_5}));
    CHECK_FALSE(hall.take(GLFW_KEY_RIGHT));
    CHECK_FALSE(hall.counting);
    CHECK(hall.beside(0) == "5");
    hall.count(3);
    CHECK(hall.beside(0) == "0 …");
    CHECK(hall.take(GLFW_KEY_ESCAPE));
    CHECK_FALSE(hall.counting);
    CHECK(hall.beside(0).empty());
}

TEST_CASE("where there is nothing to vote on, that is said until the next key, and Escape does no more") {
    Hall hall;
    hall.count(0);
    CHECK(hall.notice != nullptr);
    CHECK(hall.take(GLFW_KEY_ESCAPE));
    CHECK(hall.notice == nullptr);
    CHECK_FALSE(hall.take(GLFW_KEY_ESCAPE)); // which ends the lecture
    hall.count(0);
    CHECK_FALSE(hall.take(GLFW_KEY_PAGE_DOWN)); // and does what it does
    CHECK(hall.notice == nullptr);
}

TEST_CASE("the votes add up to those who have voted") {
    Hall hall;
    CHECK(hall.total() == 0);
    hall.count(2);
    press(hall, {GLFW_KEY_1, GLFW_KEY_2, GLFW_KEY_ENTER, GLFW_KEY_3, GLFW_KEY_ENTER});
    CHECK(hall.total() == 15);
}

TEST_CASE("no hall is larger than four digits, and a question without choices has no votes") {
    Hall hall;
    hall.count(0);
    CHECK(hall.votes.empty());
    hall.count(1);
    for (int i = 0; i < 8; ++i)
        hall.take(GLFW_KEY_9);
    CHECK(hall.votes[0] == 9999);
}

TEST_CASE("a number that the hall calls out begins with a digit or a minus; any other key drops it") {
    Hall hall;
    CHECK_FALSE(hall.type_number(GLFW_KEY_PERIOD)); // which turns the wall black
    for (const int key :
         {GLFW_KEY_MINUS, GLFW_KEY_1, GLFW_KEY_COMMA, GLFW_KEY_KP_8, GLFW_KEY_9, GLFW_KEY_BACKSPACE})
        CHECK(hall.type_number(key));
    CHECK(hall.number == "-1.8");
    CHECK(hall.type_number(GLFW_KEY_LEFT_SHIFT)); // on the way to a sign
    CHECK(hall.number == "-1.8");
    CHECK_FALSE(hall.type_number(GLFW_KEY_PAGE_DOWN));
    CHECK(hall.number.empty());
}
