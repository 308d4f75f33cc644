#include "close.h"
#include "ui/views/race/race.h"

#include <doctest/doctest.h>
#include <utility>

using ui::ReplayClock;

TEST_CASE("a replay takes about seven seconds, slowed by 1, 2 or 5 times a power of ten") {
    ReplayClock clock;
    for (const auto& [end, slowdown] :
         {std::pair{35e-6, 2e5}, {7e-6, 1e6}, {60e-6, 1e5}, {3e-3, 2e3}, {2.0, 5.0}, {100.0, 1.0}}) {
        clock.load(end);
        CHECK(clock.slowdown() == make::about(slowdown));
    }
}

TEST_CASE("the clock runs slowed down, and stops at the end") {
    ReplayClock clock;
    clock.load(35e-6);
    clock.advance(1);
    CHECK(clock.now() == 0); // nobody has pressed play
    clock.toggle();
    clock.advance(1);
    CHECK(clock.now() == make::about(5e-6));
    clock.advance(60);
    CHECK(clock.now() == clock.end());
    CHECK_FALSE(clock.playing());
}

TEST_CASE("play from the end begins again") {
    ReplayClock clock;
    clock.load(1);
    clock.go_to(2);
    CHECK(clock.now() == 1);
    clock.toggle();
    CHECK(clock.now() == 0);
    CHECK(clock.playing());
    clock.toggle();
    CHECK_FALSE(clock.playing());
}

TEST_CASE("another slowdown keeps the moment") {
    ReplayClock clock;
    clock.load(35e-6);
    clock.go_to(10e-6);
    clock.slower();
    CHECK(clock.slowdown() == make::about(5e5));
    clock.faster();
    clock.faster();
    CHECK(clock.slowdown() == make::about(1e5));
    CHECK(clock.now() == make::about(10e-6));
    for (int i = 0; i < 50; ++i)
        clock.faster();
    CHECK(clock.slowdown() == 1);
    CHECK_FALSE(clock.can_be_faster());
}

TEST_CASE("steps are passed in seconds, however many there are") {
    ReplayClock clock;
    for (const auto& [steps, seconds] : {std::pair{7.0, 7.0}, {1.0, 5.0}, {256.0, 5.12}, {60'000.0, 6.0}}) {
        clock.load(steps, 0, true);
        CHECK(steps * clock.slowdown() == make::about(seconds));
    }
    CHECK(clock.can_be_faster());
    clock.load(256);
    CHECK(clock.slowdown() == 1); // seconds never run faster than they were measured
}

TEST_CASE("nobody waits longer than ten minutes for the end of a replay") {
    ReplayClock clock;
    clock.load(35e-6);
    for (int i = 0; i < 50; ++i)
        clock.slower();
    CHECK(clock.slowdown() == make::about(1e7)); // 350 s; the next step would take 700 s
    CHECK_FALSE(clock.can_be_slower());
}

TEST_CASE("the first words are replayed more slowly than the rest, four seconds each") {
    ReplayClock clock;
    clock.load(8e-3, 0.3e-3);
    CHECK(clock.slowdown() == make::about(1e4));
    clock.go_to(1e-3);
    CHECK(clock.slowdown() == make::about(500));
    clock.play_from_start();
    clock.advance(4); // 3 s for the first words
    CHECK(clock.now() == make::about(0.3e-3 + 1.0 / 500));
    clock.slower();
    CHECK(clock.slowdown() == make::about(1e3));
    clock.go_to(0);
    CHECK(clock.slowdown() == make::about(2e4));
}

TEST_CASE("where the first words take nearly all the time, there is one speed") {
    ReplayClock clock;
    clock.load(10e-3, 9.9e-3);
    CHECK_FALSE(clock.in_first_part());
    CHECK(clock.slowdown() == make::about(500));
    clock.load(10e-3, 10e-3);
    CHECK(clock.slowdown() == make::about(500));
}

TEST_CASE("nothing to play does not play") {
    ReplayClock clock;
    clock.load(0);
    clock.toggle();
    CHECK_FALSE(clock.playing());
}
