#include "learning/schedule.h"

#include "close.h"

#include <doctest/doctest.h>

using learning::Schedule;

TEST_CASE("the rate rises to its peak in equal steps, then falls to 0 in equal steps") {
    const Schedule schedule{.peak = 8, .warm_up = 4, .steps = 12};
    const double expected[] = {2, 4, 6, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0};
    for (base::Index step = 0; step < 14; ++step)
        CHECK(schedule.learning_rate(step) == make::about(expected[step]));
}

TEST_CASE("without a warm-up the first step is made at the peak") {
    const Schedule schedule{.peak = 3, .steps = 3};
    CHECK(schedule.learning_rate(0) == 3);
    CHECK(schedule.learning_rate(2) == 1);
    CHECK(schedule.learning_rate(3) == 0);
}

TEST_CASE("a training that ends during the warm-up divides by nothing") {
    const Schedule schedule{.peak = 10, .warm_up = 5, .steps = 5};
    CHECK(schedule.learning_rate(4) == 10);
    CHECK(schedule.learning_rate(5) == 0);
}
