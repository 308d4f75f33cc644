#include "base/input_error.h"
#include "model/random.h"
#include "model/pass_tensors.h"

#include <doctest/doctest.h>
#include <functional>

using base::InputError;
using base::Matrix;
using model::PassInputs;
using model::Tensor;
using model::Tensors;

namespace {

/// A tensor of this shape that counts 0, 1, 2 … tenths.
Tensor counting(std::vector<std::int64_t> shape) {
    Tensor tensor{std::move(shape), {}};
    for (std::int64_t i = 0; i < tensor.size(); ++i)
        tensor.values.push_back(static_cast<float>(i) / 10);
    return tensor;
}

Tensor ones(std::vector<std::int64_t> shape) {
    Tensor tensor{std::move(shape), {}};
    tensor.values.assign(static_cast<std::size_t>(tensor.size()), 1);
    return tensor;
}

/// n 3, d 4, two heads, h·d_k 6, h·d_v 2.
Tensors self() {
    return {{"x", counting({3, 4})},
            {"w_q", counting({4, 6})},
            {"w_k", counting({4, 6})},
            {"w_v", counting({4, 2})}};
}

Tensors with(Tensors tensors, const std::string& name, Tensor tensor) {
    tensors[name] = std::move(tensor);
    return tensors;
}

} // namespace

TEST_CASE("a file with x and three weight matrices is self-attention") {
    const PassInputs pass = model::pass_inputs_from(self(), 2, "in.safetensors");
    REQUIRE(pass.items.size() == 1);
    CHECK_FALSE(pass.batched);
    CHECK_FALSE(pass.items[0].is_cross());
    CHECK(pass.items[0].x(2, 3) == 1.1F);
    CHECK(pass.layer.heads == 2);
    CHECK(pass.layer.d_k() == 3);
    CHECK(pass.layer.d_v() == 1);
    CHECK(pass.layer.w_q(1, 0) == 0.6F);
    CHECK(pass.layer.w_o.size() == 0);
    CHECK(pass.layer.b_q.size() == 0);
    CHECK(pass.mask.empty());
}

TEST_CASE("memory makes it cross-attention, and masks have the memory's width") {
    Tensors tensors = with(self(), "memory", counting({5, 4}));
    tensors["mask"] = ones({3, 5});
    tensors["mask"].values[1] = 0;
    tensors["key_padding"] = ones({5});
    tensors["key_padding"].values[4] = 0;
    const PassInputs pass = model::pass_inputs_from(tensors, 1, "in");
    CHECK(pass.items[0].is_cross());
    CHECK(pass.items[0].memory.rows() == 5);
    CHECK_FALSE(pass.mask.given(0, 1));
    CHECK(pass.mask.given(2, 4));
    CHECK(pass.mask.key_padding == std::vector<std::uint8_t>{1, 1, 1, 1, 0});
}

TEST_CASE("a batch is one input for each item, with a memory of its own or a shared one") {
    Tensors tensors = with(self(), "x", counting({2, 3, 4}));
    PassInputs pass = model::pass_inputs_from(tensors, 1, "in");
    CHECK(pass.batched);
    REQUIRE(pass.items.size() == 2);
    CHECK(pass.items[1].x(0, 0) == 1.2F);
    pass = model::pass_inputs_from(with(tensors, "memory", counting({5, 4})), 1, "in");
    CHECK(pass.items[0].memory == pass.items[1].memory);
    pass = model::pass_inputs_from(with(tensors, "memory", counting({2, 5, 4})), 1, "in");
    CHECK(pass.items[1].memory(0, 0) == 2.0F);
}

TEST_CASE("W_O and biases are taken as they are") {
    Tensors tensors = with(self(), "w_o", counting({2, 7}));
    tensors["b_q"] = counting({6});
    tensors["b_v"] = counting({2});
    tensors["b_o"] = counting({7});
    const PassInputs pass = model::pass_inputs_from(tensors, 2, "in");
    CHECK(pass.layer.w_o(1, 0) == 0.7F);
    CHECK(pass.layer.b_q(5) == 0.5F);
    CHECK(pass.layer.b_k.size() == 0);
    CHECK(pass.layer.b_v(1) == 0.1F);
    CHECK(pass.layer.b_o.size() == 7);
}

TEST_CASE("what does not fit together is refused: tensor, found and expected") {
    Tensors without_x = self();
    without_x.erase("x");
    Tensor half = ones({3, 3});
    half.values[4] = 0.5F;
    struct Broken {
        Tensors tensors;
        std::string tensor;
        std::string problem;
    };
    const Broken broken[] = {
        {without_x, "x", "it is missing"},
        {with(self(), "W_Q", counting({4, 6})), "W_Q", "the name is not known"},
        {with(self(), "x", counting({4})), "x", "shape (4,), expected (n, d) or (batch, n, d), no size 0"},
        {with(self(), "x", counting({0, 4})), "x",
         "shape (0, 4), expected (n, d) or (batch, n, d), no size 0"},
        {with(self(), "memory", counting({5, 3})), "memory", "shape (5, 3), expected (m, 4) as in x"},
        {with(self(), "memory", counting({2, 5, 4})), "memory", "shape (2, 5, 4), expected (m, 4) as in x"},
        {with(with(self(), "x", counting({2, 3, 4})), "memory", counting({3, 5, 4})), "memory",
         "shape (3, 5, 4), expected (2, m, 4) as in x"},
        {with(self(), "w_q", counting({6, 4})), "w_q", "shape (6, 4), expected (4, h·d_k) as in x"},
        {with(self(), "w_k", counting({4, 4})), "w_k",
         "shape (4, 4), expected (4, 6) for (d, h·d_k) as in w_q"},
        {with(self(), "w_v", counting({3, 2})), "w_v", "shape (3, 2), expected (4, h·d_v) as in x"},
        {with(self(), "w_q", counting({4, 0})), "w_q", "shape (4, 0), expected (4, h·d_k) as in x"},
        {with(self(), "w_o", counting({6, 4})), "w_o", "shape (6, 4), expected (2, d_out) as in w_v"},
        {with(self(), "b_q", counting({4})), "b_q", "shape (4,), expected (6,) for the columns of w_q"},
        {with(self(), "b_o", counting({4})), "b_o", "there is no w_o that it belongs to"},
        {with(self(), "mask", counting({3, 4})), "mask", "shape (3, 4), expected (3, 3) for (n, m)"},
        {with(self(), "mask", half), "mask", "it holds 0.500000, expected only 1 and 0"},
        {with(self(), "key_padding", ones({4})), "key_padding", "shape (4,), expected (3,) for the m keys"},
        {with(self(), "key_padding", counting({3})), "key_padding",
         "it holds 0.100000, expected only 1 and 0"}};
    for (const Broken& expected : broken) {
        CAPTURE(expected.problem);
        try {
            model::pass_inputs_from(expected.tensors, 1, "in.safetensors");
            FAIL_CHECK("not refused");
        } catch (const InputError& error) {
            CHECK(error.where == "in.safetensors, tensor " + expected.tensor);
            CHECK(error.problem == expected.problem);
            CHECK_FALSE(error.hint.empty());
        }
    }
}

TEST_CASE("heads that do not divide the widths are refused") {
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 4, "in"),
                         "in, tensor w_q: 6 columns do not divide by 4 heads (choose heads that divide it: "
                         "every head has the same width)",
                         InputError);
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 3, "in"),
                         doctest::Contains("tensor w_v: 2 columns do not divide by 3 heads"), InputError);
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 0, "in"),
                         doctest::Contains("--heads: 0 is out of range"), InputError);
}

TEST_CASE("the answer holds every stage, heads in front of rows, the batch in front of heads") {
    using Shape = std::vector<std::int64_t>;
    const PassInputs pass = model::pass_inputs_from(
        with(with(self(), "x", counting({2, 3, 4})), "memory", counting({5, 4})), 2, "in");
    const auto traces = attention::trace_batch(pass.items, pass.layer, {attention::Options{}});
    const Tensors answer = model::pass_results_of(traces, true);
    const std::map<std::string, Shape> shapes = {{"q", {2, 2, 3, 3}},       {"k", {2, 2, 5, 3}},
                                                 {"v", {2, 2, 5, 1}},       {"scores", {2, 2, 3, 5}},
                                                 {"scaled", {2, 2, 3, 5}},  {"masked", {2, 2, 3, 5}},
                                                 {"weights", {2, 2, 3, 5}}, {"heads", {2, 2, 3, 1}},
                                                 {"concat", {2, 3, 2}},     {"output", {2, 3, 2}}};
    CHECK(answer.size() == shapes.size());
    for (const auto& expected : shapes) {
        CAPTURE(expected.first);
        CHECK(answer.at(expected.first).shape == expected.second);
        CHECK(answer.at(expected.first).size() ==
              static_cast<std::int64_t>(answer.at(expected.first).values.size()));
    }
    // item 1, head 1, query 2, key 4: the last weight of all
    CHECK(answer.at("weights").values.back() == traces[1].heads[1].weights(2, 4));
    CHECK(answer.at("output").values == answer.at("concat").values); // without W_O

    const Tensors single = model::pass_results_of({traces[0]}, false);
    CHECK(single.at("weights").shape == Shape{2, 3, 5});
    CHECK(single.at("output").shape == Shape{3, 2});
}
