#include "base/quartiles.h"

#include "close.h"

#include <doctest/doctest.h>

using namespace base;

TEST_CASE("half of the numbers lie between the quartiles") {
    const Quartiles q = quartiles({5, 1, 4, 2, 3});
    CHECK(q.lower == 2);
    CHECK(q.median == 3);
    CHECK(q.upper == 4);
}

TEST_CASE("quartiles lie on the line between the numbers beside them") {
    const Quartiles q = quartiles({4, 1, 3, 2});
    CHECK(q.lower == make::about(1.75));
    CHECK(q.median == make::about(2.5));
    CHECK(q.upper == make::about(3.25));
    CHECK(quantile({0, 10, 20}, 0.75) == 15);
}

TEST_CASE("one number is all three, none is 0") {
    CHECK(quartiles({7}).lower == 7);
    CHECK(quartiles({7}).upper == 7);
    CHECK(quartiles({}).median == 0);
    CHECK(quantile({}, 0.5) == 0);
}
