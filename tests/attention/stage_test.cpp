#include "attention/stage.h"

#include "attention/make.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

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
    const Trace t = make::full_trace();
    for (const Stage& s : stages()) {
        CAPTURE(s.key);
        CHECK(s.applies(t));
        for (const Product& p : s.products(t)) {
            CAPTURE(key(p.result));
            CHECK(stage_of(p.result) == s.id);
            CHECK(t.has(p.result));
        }
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

TEST_CASE("a pass that takes every step goes through every stage, and each starts from the one before") {
    const Trace t = make::full_trace();
    CHECK(stages_of(t).size() == stages().size());
    const auto products = [&](StageId id) { return stage(id).products(t); };
    const std::vector<Product> projected = products(StageId::project);
    const std::vector<std::pair<Quantity, Quantity>> steps{
        {Quantity::q_normed, Quantity::q},          {Quantity::k_normed, Quantity::k},
        {Quantity::q_rotated, Quantity::q_normed},  {Quantity::k_rotated, Quantity::k_normed},
        {Quantity::present_k, Quantity::k_rotated}, {Quantity::present_v, Quantity::v}};
    REQUIRE(projected.size() == 3 + steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        CHECK(projected[3 + i].result == steps[i].first);
        CHECK(projected[3 + i].left == steps[i].second);
        CHECK_FALSE(projected[3 + i].top.has_value());
    }
    CHECK(products(StageId::scores)[0].left == Quantity::q_rotated);
    CHECK(products(StageId::scores)[0].top == Quantity::present_k);
    CHECK(products(StageId::softcap)[0].left == Quantity::scaled);
    CHECK(products(StageId::bias)[0].left == Quantity::capped);
    CHECK(products(StageId::mask)[0].left == Quantity::biased);
    CHECK(products(StageId::weighted_sum)[0].left == Quantity::dropped);
    CHECK(products(StageId::weighted_sum)[0].top == Quantity::present_v);
}

TEST_CASE("a softcap or a bias alone adds its stage and no other") {
    const make::Sizes plain{.heads = 1, .d_out = 0};
    CHECK(keys_of(make::trace(plain, {.softcap = 1})) ==
          "input project scores scale softcap mask softmax weighted_sum ");
    CHECK(keys_of(make::trace(plain, {.bias = {.alibi = true}})) ==
          "input project scores scale bias mask softmax weighted_sum ");
    CHECK(stage(StageId::bias).products(make::trace(plain, {.bias = {.alibi = true}}))[0].left ==
          Quantity::scaled);
}

TEST_CASE("every quantity that a pass makes is the result of one product of its stage") {
    for (const Trace& t : {make::full_trace(), make::trace({.m = 3}), make::trace({.past = 2})})
        for (int i = 0; i <= static_cast<int>(Quantity::output); ++i) {
            const auto quantity = static_cast<Quantity>(i);
            const bool is_operand = quantity == Quantity::embedding ||
                                    quantity == Quantity::memory_embedding || quantity == Quantity::w_q ||
                                    quantity == Quantity::w_k || quantity == Quantity::w_v ||
                                    quantity == Quantity::w_o;
            if (is_operand || !t.has(quantity)) continue;
            CAPTURE(key(quantity));
            int found = 0;
            for (const Product& p : stage(stage_of(quantity)).products(t))
                found += p.result == quantity ? 1 : 0;
            CHECK(found == 1);
        }
}

TEST_CASE("in every pass a product's operands exist, and their shapes multiply to its result") {
    std::vector<Trace> passes{make::full_trace()};
    for (const Index m : {0, 3})
        for (const float rate : {0.0F, 0.3F})
            passes.push_back(make::trace({.m = m}, {.dropout = {.rate = rate}}));
    for (const Trace& t : passes)
        for (const Stage* s : stages_of(t))
            for (const Product& p : s->products(t)) {
                CAPTURE(key(p.result));
                const Matrix& result = t.matrix(p.result, 0);
                CHECK(result.size() > 0);
                if (!p.left) continue;
                const Matrix& left = t.matrix(*p.left, 0);
                CHECK((left.rows() == result.rows() || p.result == Quantity::present_k ||
                       p.result == Quantity::present_v)); // which past rows stand before
                if (!p.top) continue;
                const Matrix top = p.top_transposed ? t.matrix(*p.top, 0).transpose() : t.matrix(*p.top, 0);
                CHECK(left.cols() == top.rows());
                CHECK(top.cols() == result.cols());
            }
}
