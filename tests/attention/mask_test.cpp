#include "attention/mask.h"

#include "attention/softmax.h"

#include <doctest/doctest.h>

#include <limits>

using namespace attention;

TEST_CASE("a causal mask is the lower triangle, also when keys and queries differ in number") {
    CHECK(causal_mask(3, 3) == BoolMatrix{{true, false, false}, {true, true, false}, {true, true, true}});
    CHECK(causal_mask(2, 3) == BoolMatrix{{true, false, false}, {true, true, false}});
    CHECK(causal_mask(3, 2) == BoolMatrix{{true, false}, {true, true}, {true, true}});
}

TEST_CASE("a window lets each word see its neighbours") {
    CHECK(combined_mask({{.window = Window::of(1)}}, 4, 4) == BoolMatrix{{true, true, false, false},
                                                                         {true, true, true, false},
                                                                         {false, true, true, true},
                                                                         {false, false, true, true}});
}

TEST_CASE("a mask without conditions is no matrix at all") {
    CHECK(combined_mask({Mask{}}, 3, 4).rows() == 0);
}

TEST_CASE("a window may reach further to one side, and no limit on a side is no limit") {
    CHECK(combined_mask({{.window = {1, 0}}}, 3, 3) ==
          BoolMatrix{{true, false, false}, {true, true, false}, {false, true, true}});
    CHECK(combined_mask({{.window = {0, 1}}}, 3, 3) ==
          BoolMatrix{{true, true, false}, {false, true, true}, {false, false, true}});
    CHECK(combined_mask({{.window = {-1, 0}}}, 4, 4) == causal_mask(4, 4));
    CHECK(combined_mask({{.window = {-1, 1}}}, 3, 3) ==
          BoolMatrix{{true, true, false}, {true, true, true}, {true, true, true}});
    CHECK(combined_mask({{.window = {-1, -1}}}, 3, 3).rows() == 0);
    CHECK(combined_mask({{.window = {0, 0}}}, 3, 3) ==
          BoolMatrix{{true, false, false}, {false, true, false}, {false, false, true}});
}

TEST_CASE("a length forbids every key from there on, to every query") {
    CHECK(combined_mask({{.length = 2}}, 2, 4) ==
          BoolMatrix{{true, true, false, false}, {true, true, false, false}});
    CHECK(combined_mask({{.length = 4}}, 2, 4) == BoolMatrix::Constant(2, 4, true));
    CHECK(combined_mask({{.length = 0}}, 2, 4) == BoolMatrix::Constant(2, 4, false));
}

TEST_CASE("a causal mask begins at the upper left, after the past keys, or ends at the lower right") {
    const Mask upper{.causal = true}, lower{.causal = true, .alignment = Alignment::lower_right};
    const auto seen = [](const Mask& mask, Index n, Index m, Index past) {
        return combined_mask({mask, first_place(mask, n, m, past)}, n, m);
    };
    CHECK(seen(upper, 2, 4, 0) == BoolMatrix{{true, false, false, false}, {true, true, false, false}});
    CHECK(seen(lower, 2, 4, 0) == BoolMatrix{{true, true, true, false}, {true, true, true, true}});
    CHECK(seen(upper, 2, 4, 2) == seen(lower, 2, 4, 2)); // as many new keys as queries
    CHECK(seen(upper, 2, 4, 1) == BoolMatrix{{true, true, false, false}, {true, true, true, false}});
    // More queries than keys: the first see none at the lower right.
    CHECK(seen(lower, 3, 2, 0) == BoolMatrix{{false, false}, {true, false}, {true, true}});
    CHECK(seen(upper, 3, 2, 0) == BoolMatrix{{true, false}, {true, true}, {true, true}});
}

TEST_CASE("a window lies around the place of its query, wherever that is") {
    const Mask mask{.window = Window::of(1)};
    CHECK(combined_mask({mask, 2}, 2, 5) ==
          BoolMatrix{{false, true, true, true, false}, {false, false, true, true, true}});
    CHECK(combined_mask({mask, -2}, 3, 2) == BoolMatrix{{false, false}, {true, false}, {true, true}});
}

TEST_CASE("padding forbids a key to every query") {
    CHECK(combined_mask({{.key_padding = {1, 0}}}, 3, 2) ==
          BoolMatrix{{true, false}, {true, false}, {true, false}});
}

TEST_CASE("of several conditions every one must hold") {
    Mask mask{.causal = true, .window = Window::of(1), .key_padding = {1, 1, 0, 1}};
    mask.given = BoolMatrix::Constant(4, 4, true);
    mask.given(1, 0) = false;
    CHECK(combined_mask({mask}, 4, 4) == BoolMatrix{{true, false, false, false},
                                                    {false, true, false, false},
                                                    {false, true, false, false},
                                                    {false, false, false, true}});
}

TEST_CASE("what hides scores hides what the matrix forbids, however they lie, and nobody may see what is not "
          "reachable") {
    constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
    constexpr Index n = 9;
    std::vector<Mask> masks{{.causal = true},
                            {.window = Window::of(2)},
                            {.window = Window::of(std::numeric_limits<Index>::max())},
                            {.key_padding = {1, 1, 0, 1, 1, 1, 1, 0, 0}},
                            {.causal = true, .window = Window::of(3)},
                            {.window = {3, 0}},
                            {.window = {-1, 2}},
                            {.length = 4},
                            {.window = {1, 4}, .length = 7}};
    masks.push_back(
        {.given = BoolMatrix::NullaryExpr(n, n, [](Index i, Index j) { return (i * j) % 3 != 1; })});
    for (const Index place : {0, 2, -3})
        for (const Mask& each : masks) {
            const PlacedMask mask{each, place};
            const BoolMatrix allowed = combined_mask(mask, n, n);
            for (const KeyRange keys : {KeyRange{0, n}, KeyRange{3, 7}, KeyRange{8, 9}})
                for (Index first = 0; first < n; ++first)
                    for (const Index queries : {Index{1}, n - first}) {
                        const Index count = keys.end - keys.first;
                        std::vector<float> rows(static_cast<std::size_t>(queries * count), 1), columns = rows;
                        const ScoreTile by_query{first, queries, keys, rows.data(), count, 1};
                        const ScoreTile by_key{first, queries, keys, columns.data(), 1, queries};
                        hide(mask, by_query);
                        hide(mask, by_key);
                        const KeyRange near = reachable(mask, first, first + queries - 1, keys);
                        const bool some_hidden = may_hide(mask, first, first + queries - 1, keys);
                        for (Index i = first; i < first + queries; ++i)
                            for (Index j = keys.first; j < keys.end; ++j) {
                                CHECK(by_query.at(i, j) == (allowed(i, j) ? 1 : minus_infinity));
                                CHECK(by_key.at(i, j) == by_query.at(i, j));
                                if (j < near.first || j >= near.end || !some_hidden)
                                    CHECK(allowed(i, j) == !some_hidden);
                            }
                    }
        }
    CHECK(reachable({{.causal = true}}, 2, 4, {0, n}).end == 5);
    CHECK(reachable({{.window = Window::of(1)}}, 4, 5, {0, n}).first == 3);
    CHECK_FALSE(may_hide({{.causal = true}}, 4, 8, {0, 5}));
    CHECK(may_hide({{.causal = true}}, 4, 8, {0, 6}));
}

TEST_CASE("a forbidden score becomes −∞ and an allowed one stays") {
    constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
    CHECK(masked_scores(Matrix{{1, 2}, {3, 4}}, BoolMatrix{{true, false}, {false, true}}) ==
          Matrix{{1, minus_infinity}, {minus_infinity, 4}});
}

TEST_CASE(
    "a large negative number hides like −∞, until it is not far below the scores or a row has nothing else") {
    const Matrix scaled{{1, 2}, {3, 4}};
    const BoolMatrix allowed{{true, false}, {false, false}};
    CHECK(masked_scores(scaled, allowed, -1e9F) == Matrix{{1, -1e9F}, {-1e9F, -1e9F}});
    const Matrix finite = softmax(masked_scores(scaled, allowed, -1e9F)).weights;
    const Matrix infinite = softmax(masked_scores(scaled, allowed)).weights;
    CHECK(finite.row(0) == infinite.row(0));
    CHECK(infinite.row(1) == Matrix{{0, 0}});
    CHECK(finite.row(1) == Matrix{{0.5F, 0.5F}});
    const Matrix low{{-9999, 0}};
    CHECK(softmax(masked_scores(low, BoolMatrix{{true, false}}, -1e4F)).weights(0, 1) > 0.2F); // it leaks
}
