#include "ui/chrome/needed.h"

#include <doctest/doctest.h>

TEST_CASE("a control is there only when it is named") {
    const ui::Needed needed{{"scale", "heads/matrix"}};
    CHECK(needed.control("scale"));
    CHECK_FALSE(needed.control("dropout"));
}

TEST_CASE(
    "once a part of a view is named, its other parts are not there; those of other views do not matter") {
    const ui::Needed needed{{"scale", "heads/matrix"}};
    CHECK(needed.part("heads/matrix"));
    CHECK_FALSE(needed.part("heads/card"));
    CHECK(needed.part("race/lanes"));
    CHECK(needed.part("race/plots"));
}
