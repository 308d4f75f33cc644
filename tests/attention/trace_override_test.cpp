// Cells that a person set by hand.
#include "attention/make.h"
#include "attention/trace.h"
#include "close.h"

#include <doctest/doctest.h>

using namespace attention;

TEST_CASE("an overridden cell changes everything downstream and nothing upstream") {
    // In the order of the computation, for head 0 of two.
    const std::vector<Quantity> order{Quantity::x,      Quantity::q,       Quantity::scores,
                                      Quantity::scaled, Quantity::weights, Quantity::head_output,
                                      Quantity::concat, Quantity::output};
    const Trace before = make::trace({});
    for (std::size_t at = 0; at < order.size(); ++at) {
        if (!is_editable(order[at])) continue;
        CAPTURE(key(order[at]));
        const Cell cell{order[at], 0, 2, 1};
        const Trace after = make::trace({}, {}, {{cell, 3.5F}});
        CHECK(after.value(cell) == 3.5F);
        CHECK(after.is_overridden(cell));
        CHECK(!after.is_overridden({order[at], 0, 2, 0}));
        for (std::size_t i = 0; i < order.size(); ++i)
            CHECK((after.matrix(order[i], 0) != before.matrix(order[i], 0)) == (i >= at));
    }
}

TEST_CASE("an override in one head leaves the other as it was") {
    const Trace before = make::trace({}), after = make::trace({}, {}, {{{Quantity::q, 1, 2, 3}, 9}});
    CHECK(after.heads[0].output == before.heads[0].output);
    CHECK(after.heads[1].output != before.heads[1].output);
    CHECK(after.heads[1].k == before.heads[1].k);
}

TEST_CASE("an override changes one cell of its own matrix and no other") {
    for (const Quantity quantity :
         {Quantity::x, Quantity::memory, Quantity::w_q, Quantity::w_k, Quantity::w_v, Quantity::w_o,
          Quantity::q, Quantity::k, Quantity::v, Quantity::scores, Quantity::weights}) {
        CAPTURE(key(quantity));
        const Index head = is_per_head(quantity) ? 1 : 0;
        const Trace before = make::trace({.m = 4});
        const Trace after = make::trace({.m = 4}, {}, {{{quantity, head, 2, 1}, 7}});
        Matrix expected = before.matrix(quantity, head);
        expected(2, 1) = 7;
        CHECK(after.matrix(quantity, head) == expected);
        CHECK(after.output != before.output);
    }
}

TEST_CASE("an overridden input replaces embedding and position together") {
    const make::Sizes sizes;
    Input input = make::input(sizes);
    input.x_positions = make::matrix(sizes.n, sizes.d_model, 30);
    const Trace t = trace(input, make::layer(sizes), {}, {{{Quantity::x, 0, 1, 1}, 0.25F}});
    CHECK(t.x(1, 1) == 0.25F);
    CHECK(t.x(1, 2) == input.x(1, 2) + input.x_positions(1, 2));
}

TEST_CASE("weights set by hand are not made to sum to one again") {
    const Trace before = make::trace({}), after = make::trace({}, {}, {{{Quantity::weights, 0, 1, 1}, 2}});
    const float change = 2 - before.heads[0].weights(1, 1);
    CHECK(after.heads[0].weights.row(1).sum() == make::about(1 + change));
}

TEST_CASE("a score set by hand stays masked where its key is forbidden") {
    const Trace t = make::trace({}, {.mask = {.causal = true}}, {{{Quantity::scores, 0, 0, 3}, 50}});
    CHECK(t.heads[0].scores(0, 3) == 50);
    CHECK(t.heads[0].weights(0, 3) == 0);
}

TEST_CASE("of two values for one cell the last holds") {
    const Cell cell{Quantity::q, 0, 0, 0};
    CHECK(make::trace({}, {}, {{cell, 1}, {cell, 2}}).value(cell) == 2);
}
