#include "attention/stage.h"

#include "attention/make.h"

#include <doctest/doctest.h>

#include <string>

using namespace attention;

namespace {

std::string keys_of(const Trace& t) {
    std::string keys;
    for (const Stage* s : stages_of(t))
        keys += std::string(s->key) + " ";
    return keys;
}

} // namespace

TEST_CASE("every stage is found by its id and by its key") {
    for (const Stage& s : stages()) {
        CHECK(&stage(s.id) == &s);
        CHECK(stage_named(s.key) == &s);
        CHECK(!s.title.empty());
        CHECK(!s.formula.empty());
    }
    CHECK(stage_named("nothing") == nullptr);
}

TEST_CASE("each stage owns the results it shows") {
    for (const Stage& s : stages()) {
        for (const Variant& variant : s.variants)
            for (const Product& p : variant.products)
                CHECK(stage_of(p.result) == s.id);
    }
}

TEST_CASE("one head without dropout or W_O goes through seven stages") {
    const make::Sizes plain{.heads = 1, .d_out = 0};
    CHECK(keys_of(trace(make::input(plain), make::layer(plain))) ==
          "input project scores scale mask softmax weighted_sum ");
}

TEST_CASE("several heads, dropout and W_O add the stages they need") {
    const make::Sizes full;
    const Options options{.dropout = {.rate = 0.1F}};
    CHECK(keys_of(trace(make::input(full), make::layer(full), options)) ==
          "input project scores scale mask softmax dropout weighted_sum concatenate output ");
}

TEST_CASE("in cross-attention keys and values come from the memory, which the input stage shows too") {
    const make::Sizes cross{.m = 3};
    const Trace t = trace(make::input(cross), make::layer(cross));
    const auto inputs = stage(StageId::input).products(t);
    REQUIRE(inputs.size() == 2);
    CHECK(inputs[1].result == Quantity::memory);
    const auto projected = stage(StageId::project).products(t);
    CHECK(projected[0].left == Quantity::x);
    CHECK(projected[1].left == Quantity::memory);
    CHECK(projected[2].left == Quantity::memory);
}

TEST_CASE("X is shown as a sum only when there are positions") {
    const make::Sizes sizes;
    Input input = make::input(sizes);
    const Layer layer = make::layer(sizes);
    CHECK(!stage(StageId::input).products(trace(input, layer))[0].addend.has_value());
    input.x_positions = make::matrix(sizes.n, sizes.d_model, 3);
    CHECK(stage(StageId::input).products(trace(input, layer))[0].addend == Quantity::position);
}

TEST_CASE("in every pass a product's operands exist, and their shapes multiply to its result") {
    for (const Index m : {0, 3}) {
        for (const float rate : {0.0F, 0.3F}) {
            const make::Sizes sizes{.m = m};
            const Trace t = trace(make::input(sizes), make::layer(sizes), {.dropout = {.rate = rate}});
            for (const Stage* s : stages_of(t)) {
                for (const Product& p : s->products(t)) {
                    CAPTURE(key(p.result));
                    const Matrix& result = t.matrix(p.result, 0);
                    CHECK(result.size() > 0);
                    if (!p.left) continue;
                    const Matrix& left = t.matrix(*p.left, 0);
                    CHECK(left.rows() == result.rows());
                    if (!p.top) continue;
                    const Matrix top =
                        p.top_transposed ? t.matrix(*p.top, 0).transpose() : t.matrix(*p.top, 0);
                    CHECK(left.cols() == top.rows());
                    CHECK(top.cols() == result.cols());
                }
            }
        }
    }
}
