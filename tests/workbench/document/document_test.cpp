#include "workbench/document/document.h"

#include <doctest/doctest.h>

using workbench::MaskChoice;
using workbench::with_drawn;
using workbench::without_drawing;

TEST_CASE("forbidding adds a drawing to the mask that is there, and clearing it leaves that mask") {
    const MaskChoice causal{{.causal = 1}};
    const auto mask = with_drawn(causal, {{.row = 3, .column = 1}}, false, 4, 4);
    CHECK(mask.causal);
    CHECK(mask.drawn.count() == 15);
    CHECK_FALSE(mask.drawn(3, 1));
    CHECK(without_drawing(mask) == causal);
}

TEST_CASE("to allow what a mask forbids, the drawing takes its place until it is cleared") {
    const MaskChoice chosen{{.causal = 1, .before = 2, .after = 2, .padding = 1}};
    auto mask = with_drawn(chosen, {{.row = 0, .column = 3}}, true, 4, 4);
    CHECK_FALSE(mask.causal);
    CHECK(mask.before == 0);
    CHECK(mask.after == 0);
    CHECK(mask.padding == 0);
    CHECK(mask.drawn(0, 3));
    CHECK(mask.drawn.count() == 1 + 1 + 2 + 3 + 2); // the last row: two in the window, one of them padding
    mask = with_drawn(mask, {{.row = 0, .column = 2}}, true, 4, 4);
    CHECK(mask.drawn(0, 2));
    CHECK(without_drawing(mask) == chosen);
}

TEST_CASE("a drawing that forbids nothing is none") {
    const auto mask = with_drawn({}, {{.row = 0, .column = 1}}, false, 2, 2);
    CHECK(with_drawn(mask, {{.row = 0, .column = 1}}, true, 2, 2) == MaskChoice{});
}
