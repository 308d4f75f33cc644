#include "attention/contribution.h"

#include "attention/make.h"
#include "close.h"

#include <doctest/doctest.h>

#include <random>

using namespace attention;
using make::is_close;

namespace {

make::Sizes random_sizes(std::mt19937& engine) {
    const auto up_to = [&](Index largest) {
        return static_cast<Index>(1 + engine() % static_cast<unsigned>(largest));
    };
    return {.n = up_to(7),
            .m = engine() % 2 == 0 ? 0 : up_to(7),
            .d_model = up_to(9),
            .d_k = up_to(5),
            .d_v = up_to(5),
            .heads = up_to(16),
            .d_out = engine() % 3 == 0 ? 0 : up_to(9),
            .bias = engine() % 2 == 0};
}

std::vector<Index> some_heads(Index heads, std::mt19937& engine) {
    std::vector<Index> some;
    for (Index head = 0; head < heads; ++head)
        if (engine() % 2 == 0) some.push_back(head);
    return some;
}

/// Traces of `count` shapes: self and cross, 1 to 16 heads, with and without W_O, masked and not.
template <typename Check>
void for_random_shapes(int count, Check&& check) {
    std::mt19937 engine(5);
    for (int i = 0; i < count; ++i) {
        const make::Sizes sizes = random_sizes(engine);
        Options options{.mask = {.causal = engine() % 2 == 0}};
        const Input input = make::input(sizes, static_cast<unsigned>(i));
        const Layer layer = make::layer(sizes, static_cast<unsigned>(i + 1000));
        check(input, layer, options, some_heads(sizes.heads, engine));
    }
}

} // namespace

TEST_CASE("what the heads add, and the bias, is the output") {
    for_random_shapes(
        200, [](const Input& input, const Layer& layer, Options options, const std::vector<Index>& off) {
            const Trace all = trace(input, layer, options);
            options.switched_off = off;
            const Trace some = trace(input, layer, options);
            for (const Trace* t : {&all, &some}) {
                const Contributions c = head_contributions(*t);
                REQUIRE(c.heads.size() == static_cast<std::size_t>(layer.heads));
                for (const Matrix& head : c.heads)
                    REQUIRE((head.rows() == t->output.rows() && head.cols() == t->output.cols()));
                if (t == &some && off.size() == c.heads.size() && (c.bias.array() == 0).all())
                    CHECK(make::is_zero(c.sum()));
                else
                    CHECK(is_close(c.sum(), t->output, make::Tolerance(1e-5, 1e-5)));
            }
        });
}

TEST_CASE("without W_O a head adds its own columns and nothing else") {
    const Trace t = trace(make::input({}), make::layer({.heads = 3, .d_out = 0}));
    const Matrix middle = head_contribution(t, 1);
    CHECK(middle.middleCols(3, 3) == t.heads[1].output);
    CHECK(make::is_zero(middle.leftCols(3)));
    CHECK(make::is_zero(middle.rightCols(3)));
}

TEST_CASE("with W_O a head adds its result times its own rows of W_O, with what was set there by hand") {
    const std::vector<Override> overrides{{{Quantity::w_o, 0, 4, 2}, 5}};
    const Trace t = trace(make::input({}), make::layer({}), {}, overrides);
    CHECK(is_close(head_contribution(t, 1), t.heads[1].output * t.w_o.middleRows(3, 3)));
    CHECK(is_close(head_contributions(t).sum(), t.output));
}

TEST_CASE("a head that is switched off adds nothing, and what it would add can still be asked") {
    const Trace all = trace(make::input({}), make::layer({}));
    const Trace off = trace(make::input({}), make::layer({}), {.switched_off = {1}});
    CHECK(make::is_zero(head_contributions(off).heads[1]));
    CHECK(head_contribution(off, 1) == head_contribution(all, 1));
}

TEST_CASE("the output without some heads is that of a fresh pass in which they are switched off") {
    for_random_shapes(
        200, [](const Input& input, const Layer& layer, Options options, const std::vector<Index>& off) {
            const Trace all = trace(input, layer, options);
            options.switched_off = off;
            const Trace fresh = trace(input, layer, options);
            CHECK(output_without(all, off) == fresh.output);
            CHECK(output_without(fresh, {}) == all.output); // what is off already does not matter
        });
}

TEST_CASE("distances are Euclidean, word by word and over all") {
    const Matrix a{{3, 4}, {1, 1}, {0, 0}}, b{{0, 0}, {1, 1}, {0, 12}};
    CHECK(row_distance(a, b) == ColumnVector{{5, 0, 12}});
    CHECK(distance(a, b) == 13);
    CHECK(distance(a, a) == 0);
    CHECK(row_distance(Matrix(), Matrix()).size() == 0);
    CHECK(distance(Matrix(), Matrix()) == 0);
}
