#include "ui/views/walkthrough/walkthrough.h"

#include <doctest/doctest.h>

TEST_CASE("a panel is folded by the person where it has room, and by itself where it has none") {
    ui::Fold fold;
    CHECK_FALSE(fold.is_folded(true));
    CHECK(fold.is_folded(false));
    fold.folded = true;
    CHECK(fold.is_folded(true));
}

TEST_CASE("a panel that was opened without room for it stays open until there was room again") {
    ui::Fold fold;
    CHECK(fold.is_folded(false));
    fold.opened = true;
    CHECK_FALSE(fold.is_folded(false));
    CHECK_FALSE(fold.is_folded(true));
    CHECK(fold.is_folded(false));
}
