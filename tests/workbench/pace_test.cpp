#include "workbench/pace.h"

#include "close.h"

#include <doctest/doctest.h>

#include <initializer_list>

using workbench::Pace;

TEST_CASE("a few steps go at an even pace") {
    const Pace pace(4, 1.5, 8);
    CHECK(pace.seconds() == make::about(6));
    CHECK(pace.start(0) == 0);
    CHECK(pace.start(1) == make::about(1.5));
    CHECK(pace.start(4) == make::about(6));
    CHECK(pace.step_at(1.4) == 0);
    CHECK(pace.step_at(1.6) == 1);
}

TEST_CASE("many steps begin slowly enough to follow and end in time") {
    for (const long steps : {9L, 40L, 400L, 100'000L}) {
        CAPTURE(steps);
        const Pace pace(steps, 1, 8);
        CHECK(pace.seconds() == 8);
        CHECK(pace.start(1) == make::about(1).share(1e-4));
        CHECK(pace.start(steps) == make::about(8));
        CHECK(pace.start(steps) - pace.start(steps - 1) < pace.start(1)); // faster and faster
    }
}

TEST_CASE("time rises with every step, and leads back to it") {
    for (const Pace& pace : {Pace(1, 1, 1), Pace(7, 0.3, 9), Pace(400, 0.5, 6)})
        for (long step = 0; step < pace.steps(); ++step) {
            CAPTURE(step);
            CHECK(pace.start(step) < pace.start(step + 1));
            CHECK(pace.step_at(pace.start(step)) == step);
            CHECK(pace.step_at((pace.start(step) + pace.start(step + 1)) / 2) == step);
        }
}

TEST_CASE("before the beginning is the first step, after the end the last") {
    const Pace pace(5, 1, 3);
    CHECK(pace.step_at(-1) == 0);
    CHECK(pace.step_at(3) == 4);
    CHECK(pace.step_at(1000) == 4);
}
