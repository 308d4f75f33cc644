#include "drawing/lane_work.h"

#include "close.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const std::vector<double> each_second{1, 2, 3, 4, 5}, at_four{4, 4, 4, 4};

/// Four words that are all ready at 4, in two passes of which the first is three quarters of the work.
LaneWork all_at_once(int workers) {
    return {
        .ready = at_four, .one_by_one = false, .passes = {{0, 2, 0.75}, {2, 4, 0.25}}, .workers = workers};
}

} // namespace

TEST_CASE("words that wait are done one after the other") {
    const LaneWork work{.ready = each_second};
    CHECK(words_ready(work, 2.5) == 2);
    CHECK(share_done(work, 1, 2.5) == 1);
    CHECK(share_done(work, 2, 2.5) == make::about(0.5));
    CHECK(share_done(work, 3, 2.5) == 0);
    CHECK(step_done(work, 2, 2.5) == make::about(0.5));
}

TEST_CASE("one worker goes through all words in turn, in every pass") {
    const LaneWork work = all_at_once(1);
    CHECK(workers_at(work, 0) == std::vector<double>{0});
    CHECK(workers_at(work, 1) == std::vector<double>{2});
    CHECK(workers_at(work, 3) == std::vector<double>{2}); // in the second pass
    CHECK(share_done(work, 0, 1) == make::about(0.75));
    CHECK(share_done(work, 2, 1) == 0);
    CHECK(share_done(work, 0, 3) == make::about(1)); // both passes
    CHECK(share_done(work, 3, 3) == make::about(0.75));
    CHECK(words_ready(work, 3.9) == 0);
    CHECK(workers_at(work, 4).empty());
}

TEST_CASE("two workers each go through their half of the words") {
    const LaneWork work = all_at_once(2);
    CHECK(workers_at(work, 0) == std::vector<double>{0, 2});
    CHECK(workers_at(work, 1) == std::vector<double>{1, 3});
    CHECK(share_done(work, 0, 1) == make::about(0.75));
    CHECK(share_done(work, 1, 1) == 0);
    CHECK(share_done(work, 2, 1) == make::about(0.75));
}

TEST_CASE("there are no more workers than words to go through") {
    CHECK(workers_at(all_at_once(64), 1).size() == 4);
    CHECK(workers_at(all_at_once(3), 1) == std::vector<double>{0.5, 1.5, 3}); // the last has two
}

TEST_CASE("the workers of a lane that waits share every step") {
    const LaneWork work{.ready = each_second, .passes = {{0, 0.5, 0.5}}, .workers = 2};
    CHECK(workers_at(work, 0.25) ==
          std::vector<double>{1, 3.5}); // halfway through two words, and through three
    CHECK(share_done(work, 4, 0.5) == make::about(0.5));
    CHECK(workers_at(work, 0.75) == std::vector<double>{0.5, 0.5}); // halfway through the first step
    CHECK(share_done(work, 0, 0.75) == make::about(0.75));
    CHECK(workers_at(work, 3.5) == std::vector<double>{3.5, 3.5});
}
