#include "attention/projection.h"

#include <doctest/doctest.h>

using namespace attention;

TEST_CASE("a projection by hand: rows times columns, plus the bias") {
    const Matrix x{{1, 2}, {3, 4}};
    const Matrix w{{1, 0, 2}, {0, 1, 1}};
    CHECK(project(x, w, {}) == Matrix{{1, 2, 4}, {3, 4, 10}});
    CHECK(project(x, w, RowVector{{10, 20, 30}}) == Matrix{{11, 22, 34}, {13, 24, 40}});
}
