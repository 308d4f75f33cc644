#include "base/input_error.h"
#include "close.h"
#include "model/pass_tensors.h"
#include "model/random.h"

#include <doctest/doctest.h>
#include <functional>
#include <limits>

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
    REQUIRE(pass.masks.size() == 1);
    CHECK(pass.masks[0].empty());
    REQUIRE(pass.biases.size() == 1);
    CHECK(pass.biases[0].empty());
    CHECK(pass.notes.empty());
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
    CHECK_FALSE(pass.masks[0].given(0, 1));
    CHECK(pass.masks[0].given(2, 4));
    CHECK(pass.masks[0].key_padding == std::vector<std::uint8_t>{1, 1, 1, 1, 0});
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
    Tensor two = ones({3, 3});
    two.values[4] = 2;
    two.is_real = false;
    Tensors batch = with(self(), "x", counting({2, 3, 4}));
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
        {with(self(), "mask", counting({3, 4})), "mask",
         "shape (3, 4), expected one that broadcasts to (1, 1, 3, 3) for (batch, h, n, m)"},
        {with(batch, "bias", counting({2, 3, 3})), "bias",
         "shape (2, 3, 3), expected one that broadcasts to (2, 1, 3, 3) for (batch, h, n, m)"},
        {with(self(), "mask", counting({1, 1, 1, 3, 3})), "mask",
         "shape (1, 1, 1, 3, 3), expected one that broadcasts to (1, 1, 3, 3) for (batch, h, n, m)"},
        {with(self(), "mask", two), "mask", "it holds 2, expected only 1 and 0"},
        {with(self(), "bias", two), "bias", "it holds integers, expected real numbers"},
        {with(batch, "key_padding", ones({3, 3})), "key_padding",
         "shape (3, 3), expected (2, 3) for the m keys of each item"},
        {with(batch, "lengths", counting({3})), "lengths", "shape (3,), expected (2,) for the items"},
        {with(batch, "lengths", {{2}, {1, 4}}), "lengths", "it holds 4, expected integers from 0 to 3"},
        {with(batch, "lengths", {{2}, {1, 1.5F}}), "lengths", "it holds 1.5, expected integers from 0 to 3"},
        {with(batch, "lengths", {{2}, {1, -1}}), "lengths", "it holds -1, expected integers from 0 to 3"},
        {with(self(), "past_k", counting({1, 2, 6})), "past_k", "there is no past_v beside it"},
        {with(self(), "past_v", counting({1, 2, 2})), "past_v", "there is no past_k beside it"},
        {with(with(self(), "past_k", counting({1, 2, 5})), "past_v", counting({1, 2, 2})), "past_k",
         "shape (1, 2, 5), expected (1, p, 6) for (h_kv, p, d_k)"},
        {with(with(self(), "past_k", counting({1, 2, 6})), "past_v", counting({1, 3, 2})), "past_v",
         "shape (1, 3, 2), expected (1, 2, 2) for (h_kv, p, d_v) as in past_k"},
        {with(self(), "sink", counting({2})), "sink", "shape (2,), expected (1,) for the heads"},
        {with(self(), "q_norm", counting({3})), "q_norm",
         "shape (3,), expected (6,) for the d_k columns of a head"},
        {with(self(), "key_padding", ones({4})), "key_padding", "shape (4,), expected (3,) for the m keys"},
        {with(self(), "key_padding", counting({3})), "key_padding", "it holds 0.1, expected only 1 and 0"}};
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

TEST_CASE("matrices that are all turned are met with the reason") {
    Tensors turned = self();
    for (const char* name : {"w_q", "w_k"})
        turned[name] = counting({6, 4});
    turned["w_v"] = counting({2, 4});
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(turned, 1, "in"),
                         doctest::Contains("it looks transposed: PyTorch's Linear keeps (out, in)"),
                         InputError);
    turned["w_v"] = counting({4, 2}); // then the others are of another shape for another reason
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(turned, 1, "in"), doctest::Contains("x·W"), InputError);
}

namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

Tensor truth(std::vector<std::int64_t> shape, std::vector<float> values) {
    return {std::move(shape), std::move(values), false};
}

/// A batch of two items of three words, with two heads.
PassInputs batch_with(const std::string& name, Tensor tensor) {
    return model::pass_inputs_from(with(with(self(), "x", counting({2, 3, 4})), name, std::move(tensor)), 2,
                                   "in");
}

} // namespace

TEST_CASE(
    "a mask broadcasts from the right: one row for all queries, one matrix for all items, one for each") {
    for (const std::vector<std::int64_t>& shape :
         std::vector<std::vector<std::int64_t>>{{3}, {1, 3}, {1, 1, 3}, {1, 1, 1, 3}}) {
        const PassInputs pass = batch_with("mask", truth(shape, {1, 0, 1}));
        REQUIRE(pass.masks.size() == 1);
        CHECK(pass.masks[0].given.rows() == 3);
        CHECK_FALSE(pass.masks[0].given(2, 1));
        CHECK(pass.masks[0].given(1, 2));
    }
    const PassInputs of_queries = batch_with("mask", truth({3, 1}, {1, 0, 1}));
    CHECK_FALSE(of_queries.masks[0].given(1, 2));
    CHECK(of_queries.masks[0].given(2, 1));
    const PassInputs of_items = batch_with("mask", truth({2, 1, 1, 3}, {1, 0, 1, 0, 1, 1}));
    REQUIRE(of_items.masks.size() == 2);
    CHECK(of_items.masks[0].given(1, 0));
    CHECK_FALSE(of_items.masks[1].given(1, 0));
    CHECK(of_items.biases[0].empty());
}

TEST_CASE("a mask that differs from head to head becomes a bias of 0 and −∞") {
    const PassInputs pass = batch_with("mask", truth({2, 1, 3}, {1, 0, 1, 1, 1, 0}));
    CHECK(pass.masks[0].given.size() == 0);
    REQUIRE(pass.biases.size() == 1);
    REQUIRE(pass.biases[0].given.size() == 2);
    CHECK(pass.biases[0].given[0](2, 1) == hidden);
    CHECK(pass.biases[0].given[0](2, 2) == 0);
    CHECK(pass.biases[0].given[1](0, 2) == hidden);
    const PassInputs all = batch_with("mask", truth({2, 2, 1, 1}, {1, 1, 1, 0}));
    REQUIRE(all.biases.size() == 2);
    CHECK(all.biases[0].given[1](2, 2) == 0);
    CHECK(all.biases[1].given[1](2, 2) == hidden);
}

TEST_CASE("a mask of real numbers is added, unless it holds 0 and 1, which is said") {
    const PassInputs added = batch_with("mask", {{1, 3}, {0, hidden, -0.5F}});
    CHECK(added.masks[0].empty());
    REQUIRE(added.biases[0].given.size() == 1);
    CHECK(added.biases[0].given[0](2, 1) == hidden);
    CHECK(added.biases[0].given[0](1, 2) == -0.5F);
    CHECK(added.notes.empty());
    const PassInputs permission = batch_with("mask", {{1, 3}, {0, 1, 1}});
    CHECK_FALSE(permission.masks[0].given(1, 0));
    CHECK(permission.biases[0].empty());
    REQUIRE(permission.notes.size() == 1);
    CHECK(permission.notes[0].starts_with("mask holds only 0 and 1, so 1 is taken as “may be seen”"));
    const PassInputs zeros = batch_with("mask", {{1, 3}, {0, 0, 0}});
    CHECK(zeros.masks[0].empty());
    CHECK(make::is_zero(zeros.biases[0].given[0]));
    REQUIRE(zeros.notes.size() == 1);
    CHECK(zeros.notes[0].find("changes nothing") != std::string::npos);
}

TEST_CASE("a mask of real numbers and a bias are added up") {
    Tensors tensors = with(self(), "mask", {{3}, {0, hidden, -1}});
    tensors["bias"] = {{2, 1, 1}, {0.25F, 0.5F}};
    const PassInputs pass = model::pass_inputs_from(tensors, 2, "in");
    REQUIRE(pass.biases[0].given.size() == 2);
    CHECK(pass.biases[0].given[0](0, 2) == -0.75F);
    CHECK(pass.biases[0].given[1](0, 2) == -0.5F);
    CHECK(pass.biases[0].given[1](2, 1) == hidden);
}

TEST_CASE("padding and lengths are of all items or of each") {
    const PassInputs padding = batch_with("key_padding", truth({2, 3}, {1, 1, 0, 0, 1, 1}));
    REQUIRE(padding.masks.size() == 2);
    CHECK(padding.masks[0].key_padding == std::vector<std::uint8_t>{1, 1, 0});
    CHECK(padding.masks[1].key_padding == std::vector<std::uint8_t>{0, 1, 1});
    const PassInputs lengths = batch_with("lengths", truth({2}, {0, 3}));
    REQUIRE(lengths.masks.size() == 2);
    CHECK(lengths.masks[0].length == 0);
    CHECK(lengths.masks[1].length == 3);
    const auto options = lengths.options({.mask = {.causal = true}});
    REQUIRE(options.size() == 2);
    CHECK(options[0].mask.causal);
    CHECK(options[0].mask.length == 0);
}

TEST_CASE("keys of fewer heads are recognised by the width of w_k, or asked for") {
    const Tensors shared = with(with(self(), "w_k", counting({4, 3})), "w_v", counting({4, 2}));
    const PassInputs pass = model::pass_inputs_from(shared, 2, "in");
    CHECK(pass.layer.key_heads() == 1);
    CHECK(pass.layer.d_v() == 2);
    CHECK(pass.layer.concat_width() == 4);
    CHECK(model::pass_inputs_from(shared, 2, "in", 1).layer.key_heads() == 1);
    CHECK(model::pass_inputs_from(self(), 2, "in", 2).layer.key_heads() == 2);
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 2, "in", 1),
                         doctest::Contains("shape (4, 6), expected (4, 3) for (d, h_kv·d_k)"), InputError);
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(shared, 2, "in", 2),
                         doctest::Contains("shape (4, 3), expected (4, 6) for (d, h·d_k)"), InputError);
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(shared, 2, "in", 2),
                         doctest::Contains("it has room for 1 head: give that as --kv-heads"), InputError);
    for (const base::Index wrong : {3, 4}) {
        const std::string refusal =
            "--kv-heads: 2 query heads cannot share " + std::to_string(wrong) + " key heads evenly";
        CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 2, "in", wrong),
                             doctest::Contains(refusal.c_str()), InputError);
    }
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 2, "in", -1),
                         doctest::Contains("--kv-heads: -1 is out of range"), InputError);
    CHECK_THROWS_WITH_AS(model::expect_key_heads(3, 1),
                         doctest::Contains("1 query head cannot share 3 key heads evenly"), InputError);
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(
                             with(with(self(), "w_k", counting({4, 4})), "w_v", counting({4, 2})), 3, "in"),
                         doctest::Contains("it has room for 2 key heads as wide as those of w_q, which 3 "
                                           "query heads cannot share evenly"),
                         InputError);
}

TEST_CASE("past keys and values are handed over head by head, and counted among the keys") {
    Tensors tensors = with(with(self(), "x", counting({2, 3, 4})), "past_k", counting({2, 2, 1, 3}));
    tensors["past_v"] = counting({2, 1, 1}); // the same for both items
    tensors["mask"] = truth({4}, {0, 1, 1, 1});
    const PassInputs pass = model::pass_inputs_from(tensors, 2, "in");
    CHECK(pass.items[0].past() == 1);
    CHECK(pass.items[0].keys() == 4);
    CHECK(pass.items[1].past_k(0, 3) == 0.9F); // item 1, head 1
    CHECK(pass.items[1].past_v(0, 1) == 0.1F);
    CHECK_FALSE(pass.masks[0].given(2, 0));
}

TEST_CASE("before the first word there are no past keys, which the cache may say") {
    const Tensors tensors = with(with(self(), "past_k", counting({2, 0, 3})), "past_v", counting({2, 0, 1}));
    const PassInputs pass = model::pass_inputs_from(tensors, 2, "in");
    CHECK(pass.items[0].past() == 0);
    CHECK(pass.items[0].keys() == 3);
    const auto one = attention::trace_batch(pass.items, pass.layer, {attention::Options{}});
    const PassInputs without = model::pass_inputs_from(self(), 2, "in");
    const auto other = attention::trace_batch(without.items, without.layer, {attention::Options{}});
    CHECK(one[0].output == other[0].output);
    CHECK_THROWS_WITH_AS(
        model::pass_inputs_from(with(tensors, "past_v", counting({2, 1, 1})), 2, "in"),
        doctest::Contains("shape (2, 1, 1), expected (2, 0, 1) for (h_kv, p, d_v) as in past_k"), InputError);
}

TEST_CASE("each tensor of another shape is met with what it would have to be") {
    const auto hint = [](const std::string& name, Tensor tensor) {
        Tensors tensors = with(with(self(), "x", counting({2, 3, 4})), "w_o", counting({2, 7}));
        if (name.starts_with("past")) {
            tensors["past_k"] = counting({2, 1, 3});
            tensors["past_v"] = counting({2, 1, 1});
        }
        try {
            model::pass_inputs_from(with(tensors, name, std::move(tensor)), 2, "in");
        } catch (const InputError& error) {
            return error.hint;
        }
        return std::string("not refused");
    };
    CHECK(hint("past_k", counting({1, 2, 3})) == "past keys are (h_kv, p, d_k), heads first");
    CHECK(hint("past_v", counting({1, 2, 1})).starts_with("past values are (h_kv, p, d_v), heads first"));
    CHECK(hint("key_padding", ones({5})).starts_with("give 1 for a token and 0 for padding"));
    CHECK(hint("lengths", ones({3})) == "give one whole number for each item of the batch");
    CHECK(hint("sink", counting({3})) == "give one logit for each head");
    CHECK(hint("q_norm", counting({2})).starts_with("give one gain for each column of a head"));
    CHECK(hint("q_norm", counting({6})).find("as OLMo 2 has it") != std::string::npos);
    CHECK(hint("b_q", counting({3})) == "give one number for each column of w_q");
    CHECK(hint("b_o", counting({3})) == "give one number for each column of w_o");
    CHECK(hint("w_o", counting({7, 2})).starts_with("its transpose fits"));
    CHECK(hint("memory", counting({3, 3})) == "rows are tokens: the program computes x·W");
}

TEST_CASE("what a bias takes is known before it is laid out for every query and key") {
    Tensors tensors = with(self(), "x", counting({30'000, 4}));
    tensors["mask"] = {{1}, {-1}};
    std::size_t matrices = 0;
    base::Index rows = -1;
    struct TooLarge {};
    const auto refuse = [&](const PassInputs& pass) {
        matrices = pass.biases[0].given.size();
        rows = pass.biases[0].given[0].rows();
        throw TooLarge{};
    };
    CHECK_THROWS_AS(model::pass_inputs_from(tensors, 2, "in", 0, {.accept = refuse}), TooLarge);
    CHECK(matrices == 1);
    CHECK(rows == 0);
    tensors["bias"] = counting({2, 1, 1});
    CHECK_THROWS_AS(model::pass_inputs_from(tensors, 2, "in", 0, {.accept = refuse}), TooLarge);
    CHECK(matrices == 2);
}

TEST_CASE("a sum of mask and bias beyond the floats is refused, and so is what no score can take") {
    Tensors tensors = with(self(), "mask", {{1}, {3e38F}});
    tensors["bias"] = {{1}, {3.4e38F}};
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(tensors, 2, "in"),
                         doctest::Contains("in, tensor bias: together with mask it is too large"),
                         InputError);
    for (const float wrong : {-hidden, std::numeric_limits<float>::quiet_NaN()})
        CHECK_THROWS_WITH_AS(model::pass_inputs_from(with(self(), "mask", {{1}, {wrong}}), 2, "in"),
                             doctest::Contains("in, tensor mask: it holds NaN or +∞"), InputError);
}

TEST_CASE("where a mask could be of the items as well as of the heads or queries, that is said") {
    using Notes = std::vector<std::string>;
    CHECK(batch_with("mask", truth({2, 1, 3}, {1, 0, 1, 1, 1, 0})).notes ==
          Notes{"mask (2, 1, 3) is read as (h, n, m), a matrix for each head; one for each item would be "
                "(batch, 1, n, m)"});
    CHECK(batch_with("mask", truth({2, 1, 1, 3}, {1, 0, 1, 1, 1, 0})).notes.empty());
    CHECK(batch_with("mask", truth({3, 3}, {1, 0, 1, 1, 1, 0, 1, 1, 1})).notes.empty());
    const auto of_three = [](const Tensor& mask) {
        return model::pass_inputs_from(with(with(self(), "x", counting({3, 3, 4})), "mask", mask), 2, "in")
            .notes;
    };
    CHECK(of_three(truth({3, 3}, {1, 0, 1, 1, 1, 0, 1, 1, 1})) ==
          Notes{"mask (3, 3) is read as (n, m), a row for each query; one for each item would be (batch, 1, "
                "1, m)"});
    CHECK(of_three(truth({1, 3}, {1, 0, 1})).empty());
}

TEST_CASE("what was rounded is named, in the inputs alone") {
    Tensors tensors = self();
    tensors["x"].is_rounded = tensors["w_k"].is_rounded = true;
    tensors["scores"] = {{1}, {0}, true, true};
    CHECK(model::pass_inputs_from(tensors, 1, "in").notes ==
          std::vector<std::string>{"rounded to 32-bit floats: w_k, x"});
}

TEST_CASE("reading back what was written gives the same pass") {
    Tensors all = with(self(), "x", counting({2, 3, 4}));
    all["w_q"] = counting({4, 8});
    all["w_k"] = counting({4, 4});
    all["past_k"] = counting({2, 2, 2, 2});
    all["past_v"] = counting({2, 2, 1});
    all["q_norm"] = counting({2});
    all["k_norm"] = ones({2});
    all["sink"] = counting({4});
    all["mask"] = truth({2, 1, 1, 5}, {1, 0, 1, 1, 1, 1, 1, 1, 1, 0});
    all["bias"] = counting({4, 1, 5});
    all["lengths"] = truth({2}, {4, 5});
    attention::Options options{.mask = {.causal = true, .window = {3, 0}}};
    const auto run = [&](const Tensors& tensors, const attention::Options& common) {
        const PassInputs pass = model::pass_inputs_from(tensors, 4, "in");
        return attention::trace_batch(pass.items, pass.layer, pass.options(common));
    };
    for (attention::Options same :
         {attention::Options{}, attention::Options{.rotary = attention::Rotary{}, .softcap = 3}}) {
        same.bias.alibi = same.softcap > 0;
        options.rotary = same.rotary;
        options.softcap = same.softcap;
        options.bias.alibi = same.bias.alibi;
        const auto first = run(all, options);
        Tensors written = model::pass_inputs_of(first, true);
        const Tensors results = model::pass_results_of(first, true);
        CHECK(written.at("mask").shape == std::vector<std::int64_t>{2, 1, 3, 5});
        CHECK_FALSE(written.at("mask").is_real);
        CHECK(written.at("w_k").values == all["w_k"].values);
        CHECK(results.at("k").shape == std::vector<std::int64_t>{2, 2, 3, 2});
        CHECK(results.at("present_k").shape == std::vector<std::int64_t>{2, 2, 5, 2});
        CHECK(results.at("present_v").shape == std::vector<std::int64_t>{2, 2, 5, 1});
        CHECK(results.at("q_normed").shape == std::vector<std::int64_t>{2, 4, 3, 2});
        CHECK(results.at("biased").shape == std::vector<std::int64_t>{2, 4, 3, 5});
        CHECK(results.contains("capped") == (same.softcap > 0));
        CHECK(results.contains("k_rotated") == same.rotary.has_value());
        written.insert(results.begin(), results.end()); // accepted, and computed again
        const auto again = model::pass_results_of(run(written, same), true);
        REQUIRE(again.size() == results.size());
        for (const auto& [name, one] : results) {
            const auto& tensor_name = name;
            CAPTURE(tensor_name);
            CHECK(again.at(name).shape == one.shape);
            CHECK(again.at(name).values == one.values);
        }
    }
}

TEST_CASE("heads that do not divide the widths are refused") {
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 4, "in"),
                         "in, tensor w_q: 6 columns cannot be split evenly over 4 heads (choose a number of "
                         "heads that divides it: every head has the same width)",
                         InputError);
    CHECK_THROWS_WITH_AS(model::pass_inputs_from(self(), 3, "in"),
                         doctest::Contains("tensor w_v: 2 columns cannot be split evenly over 3 heads"),
                         InputError);
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
