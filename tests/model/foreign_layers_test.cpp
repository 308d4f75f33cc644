#include "model/foreign_layers.h"

#include "base/input_error.h"
#include "close.h"
#include "model/pass_tensors.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

using model::ForeignLayer;
using model::OwnNames;
using model::PassInputs;
using model::Tensor;
using model::Tensors;

namespace {

/// A tensor of this shape that counts first, first + 1 …, divided by 10.
Tensor counting_from(int first, std::vector<std::int64_t> shape) {
    Tensor tensor{std::move(shape), {}};
    for (std::int64_t i = 0; i < tensor.size(); ++i)
        tensor.values.push_back(static_cast<float>(first + i) / 10);
    return tensor;
}

std::set<std::string> names_of(const Tensors& tensors) {
    std::set<std::string> names;
    for (const auto& named : tensors)
        names.insert(named.first);
    return names;
}

/// What opening a file with these tensors gives.
OwnNames opened(const Tensors& file, base::Index layer = 1, const model::Asked& asked = {}) {
    const auto found = model::foreign_layer_in(names_of(file), layer, "in");
    REQUIRE(found);
    Tensors read;
    for (const std::string& name : found->names)
        read.emplace(name, file.at(name));
    return model::in_own_names(*found, read, "in", asked);
}

/// The names, and what was noted, in one text.
std::string all_notes(const OwnNames& own) {
    std::string all;
    for (const std::string& note : own.notes)
        all += note + "\n";
    return all;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// d 2, out 4: row i of a Linear's weight is what output i takes of the inputs.
Tensors llama(const std::string& prefix) {
    return {{prefix + "q_proj.weight", counting_from(0, {4, 2})},
            {prefix + "k_proj.weight", counting_from(10, {2, 2})},
            {prefix + "v_proj.weight", counting_from(20, {2, 2})},
            {prefix + "o_proj.weight", counting_from(30, {2, 4})}};
}

} // namespace

TEST_CASE("the state_dict of nn.MultiheadAttention: three matrices in one, each turned") {
    const OwnNames own = opened({{"in_proj_weight", counting_from(0, {6, 2})},
                                 {"in_proj_bias", counting_from(0, {6})},
                                 {"out_proj.weight", counting_from(20, {2, 2})},
                                 {"out_proj.bias", counting_from(30, {2})},
                                 {"x", counting_from(0, {3, 2})}});
    CHECK(own.notes == std::vector<std::string>{"the names are those of nn.MultiheadAttention"});
    CHECK(own.tensors.at("w_q").values == std::vector<float>{0, 0.2F, 0.1F, 0.3F});
    CHECK(own.tensors.at("w_k").values == std::vector<float>{0.4F, 0.6F, 0.5F, 0.7F});
    CHECK(own.tensors.at("w_v").values == std::vector<float>{0.8F, 1, 0.9F, 1.1F});
    CHECK(own.tensors.at("b_k").values == std::vector<float>{0.2F, 0.3F});
    CHECK(own.tensors.at("w_o").values == std::vector<float>{2, 2.2F, 2.1F, 2.3F});
    CHECK(own.tensors.at("b_o").values == std::vector<float>{3, 3.1F});
    CHECK(own.tensors.at("x").shape == std::vector<std::int64_t>{3, 2});
    CHECK(model::pass_inputs_from(own.tensors, 2, "in").layer.d_k() == 1);
}

TEST_CASE("the same with matrices of their own, as it has them for keys of another width") {
    const OwnNames own = opened({{"self_attn.q_proj_weight", counting_from(0, {2, 2})},
                                 {"self_attn.k_proj_weight", counting_from(4, {2, 2})},
                                 {"self_attn.v_proj_weight", counting_from(8, {2, 2})},
                                 {"self_attn.out_proj.weight", counting_from(20, {2, 2})}});
    CHECK(own.notes[0] == "the names are those of nn.MultiheadAttention: self_attn");
    CHECK(own.tensors.at("w_k").values == std::vector<float>{0.4F, 0.6F, 0.5F, 0.7F});
    CHECK_FALSE(own.tensors.contains("b_q"));
}

TEST_CASE("a GPT-2 keeps (in, out), side by side; the rest of the model is passed over") {
    Tensors file;
    for (const char* layer : {"transformer.h.2.", "transformer.h.10."}) {
        const std::string prefix = layer;
        file[prefix + "attn.c_attn.weight"] = counting_from(prefix == "transformer.h.2." ? 0 : 50, {2, 6});
        file[prefix + "attn.c_attn.bias"] = counting_from(0, {6});
        file[prefix + "attn.c_proj.weight"] = counting_from(20, {2, 2});
        file[prefix + "attn.c_proj.bias"] = counting_from(30, {2});
        file[prefix + "attn.bias"] = counting_from(0, {1, 1, 4, 4}); // a buffer: its causal mask
        file[prefix + "mlp.c_proj.weight"] = counting_from(0, {8, 2});
        file[prefix + "ln_1.weight"] = counting_from(0, {2});
    }
    const OwnNames own = opened(file);
    CHECK(own.notes[0] == "the names are those of GPT-2: layer 1 of 2, transformer.h.2.attn");
    CHECK(own.notes[1] == "such a layer reads from left to right: --causal");
    CHECK(own.tensors.at("w_q").values == std::vector<float>{0, 0.1F, 0.6F, 0.7F});
    CHECK(own.tensors.at("w_v").values == std::vector<float>{0.4F, 0.5F, 1, 1.1F});
    CHECK(own.tensors.at("w_o").values == std::vector<float>{2, 2.1F, 2.2F, 2.3F});
    CHECK(own.tensors.at("b_v").values == std::vector<float>{0.4F, 0.5F});
    CHECK_FALSE(own.tensors.contains("bias"));
    CHECK(opened(file, 2).tensors.at("w_q").values[0] == 5.0F); // 10 comes after 2
    const Tensors bare{{"c_attn.weight", counting_from(0, {2, 6})},
                       {"c_proj.weight", counting_from(0, {2, 2})},
                       {"bias", counting_from(0, {1, 1, 4, 4})}};
    CHECK_FALSE(opened(bare).tensors.contains("bias"));
}

TEST_CASE("a BERT's output stands beside its self-attention") {
    const std::string layer = "bert.encoder.layer.0.attention.";
    const OwnNames own = opened({{layer + "self.query.weight", counting_from(0, {2, 2})},
                                 {layer + "self.key.weight", counting_from(4, {2, 2})},
                                 {layer + "self.value.weight", counting_from(8, {2, 2})},
                                 {layer + "self.query.bias", counting_from(0, {2})},
                                 {layer + "output.dense.weight", counting_from(20, {2, 2})},
                                 {layer + "output.dense.bias", counting_from(30, {2})},
                                 {"bert.pooler.dense.weight", counting_from(0, {2, 2})}});
    CHECK(own.notes[0] == "the names are those of BERT: bert.encoder.layer.0.attention.self");
    CHECK(own.tensors.at("w_q").values == std::vector<float>{0, 0.2F, 0.1F, 0.3F});
    CHECK(own.tensors.at("w_o").values == std::vector<float>{2, 2.2F, 2.1F, 2.3F});
    CHECK(own.tensors.at("b_o").values == std::vector<float>{3, 3.1F});
}

TEST_CASE("a layer of the Llama family shares key heads, and may have norms and sinks") {
    const std::string prefix = "model.layers.0.self_attn.";
    Tensors file = llama(prefix);
    file[prefix + "q_norm.weight"] = counting_from(1, {2});
    file[prefix + "k_norm.weight"] = counting_from(2, {2});
    file[prefix + "sinks"] = counting_from(3, {2});
    file["model.embed_tokens.weight"] = counting_from(0, {9, 2});
    const OwnNames own = opened(file);
    CHECK(own.notes[0] == "the names are those of the Llama family: model.layers.0.self_attn");
    CHECK(own.notes[1] == "such a layer reads from left to right: --causal");
    CHECK(own.notes[2].starts_with("such a layer turns queries and keys by their places: --rotary 10000"));
    const PassInputs pass = model::pass_inputs_from(own.tensors, 2, "in");
    CHECK(pass.layer.key_heads() == 1);
    CHECK(pass.layer.w_q(1, 0) == 0.1F);
    CHECK(pass.layer.w_o(3, 0) == 3.3F);
    CHECK(pass.layer.q_norm(1) == 0.2F);
    CHECK(pass.layer.sink(0) == 0.3F);
}

TEST_CASE("what was asked for is not advised again") {
    CHECK(contains(all_notes(opened(llama(""))), "--causal"));
    const std::string notes = all_notes(opened(llama(""), 1, {.causal = true, .rotary = true}));
    CHECK_FALSE(contains(notes, "--causal"));
    CHECK_FALSE(contains(notes, "--rotary"));
    CHECK(contains(all_notes(opened(llama(""), 1, {.causal = true})), "--rotary"));
}

TEST_CASE("the gains of a Gemma 3 are 1 + weight, which its other norms show") {
    const std::string layer = "model.layers.0.";
    Tensors file = llama(layer + "self_attn.");
    file[layer + "self_attn.q_norm.weight"] = counting_from(1, {2});
    file[layer + "self_attn.k_norm.weight"] = counting_from(2, {2});
    CHECK(opened(file).tensors.at("q_norm").values == std::vector<float>{0.1F, 0.2F});
    file[layer + "pre_feedforward_layernorm.weight"] = counting_from(0, {2});
    const OwnNames own = opened(file);
    CHECK(own.tensors.at("q_norm").values == std::vector<float>{1.1F, 1.2F});
    CHECK(own.tensors.at("k_norm").values == std::vector<float>{1.2F, 1.3F});
    CHECK(contains(all_notes(own), "the gains of q_norm and k_norm are 1 + weight"));
    for (const char* name : {"laurel.linear_left.weight", "layer_scalar"}) {
        Tensors later = file;
        later[layer + name] = counting_from(0, {2, 2});
        CAPTURE(name);
        CHECK(contains(refusal([&] { (void)opened(later); }), "norms its values as well (Gemma 3n or 4)"));
    }
}

TEST_CASE("a name beside the layers that could be meant for ours is refused, others are named") {
    for (const char* name : {"attention_mask", "MASK", "mask ", "W_K", "key_padding_mask", "past_key"}) {
        Tensors file = llama("layers.0.");
        file[name] = counting_from(0, {6});
        CAPTURE(name);
        CHECK(contains(refusal([&] { (void)opened(file); }),
                       "the name is not known beside a layer of the Llama"));
    }
    Tensors file = llama("layers.0.");
    file["position_ids"] = counting_from(0, {6});
    file["embed.weight"] = counting_from(0, {2});
    CHECK(contains(all_notes(opened(file)), "not read: position_ids\n"));
    const Tensors bare{{"c_attn.weight", counting_from(0, {2, 6})},
                       {"c_proj.weight", counting_from(0, {2, 2})},
                       {"masked_bias", counting_from(0, {1})},
                       {"mask", counting_from(0, {6})}};
    const OwnNames own = opened(bare);
    CHECK(own.tensors.contains("mask"));
    CHECK_FALSE(contains(all_notes(own), "not read"));
}

TEST_CASE("a tensor that does not fit is refused under the name and shape that it has in the file") {
    const auto refused = [](const Tensors& file, base::Index heads) {
        const OwnNames own = opened(file);
        return refusal(
            [&] { (void)model::pass_inputs_from(own.tensors, heads, "in", 0, {.origins = own.origins}); });
    };
    CHECK(refused({{"q_proj_weight", counting_from(0, {8, 8})},
                   {"k_proj_weight", counting_from(0, {8, 8})},
                   {"v_proj_weight", counting_from(0, {8, 6})},
                   {"out_proj.weight", counting_from(0, {8, 8})}},
                  2) == "in, tensor v_proj_weight: shape (8, 6), as w_v (6, 8), expected (8, h·d_v) as in x "
                        "(here keys and values are made from rows as wide as x)");
    const std::string keys = refused(llama("a."), 1);
    CHECK(contains(keys, "in, tensor a.k_proj.weight: shape (2, 2), expected (2, 4)"));
    CHECK(contains(keys, "--heads says how many query heads there are"));
    CHECK(contains(refused(llama("a."), 3), "in, tensor a.q_proj.weight: 4 columns as w_q cannot be split"));
    Tensors normed = llama("a.");
    normed["a.q_norm.weight"] = counting_from(0, {4});
    CHECK(contains(refused(normed, 2), "in, tensor a.q_norm.weight: shape (4,), expected (2,)"));
    CHECK(contains(refused(normed, 2), "as OLMo 2 has it"));
    const std::string layer = "layer.0.attention.";
    CHECK(refusal([&] {
              (void)opened({{layer + "self.query.weight", counting_from(0, {2, 2})},
                            {layer + "self.key.weight", counting_from(4, {2, 2})},
                            {layer + "self.value.weight", counting_from(8, {2, 2})},
                            {layer + "output.dense.bias", counting_from(30, {2})}});
          }) == "in, tensor layer.0.attention.output.dense.weight: it is missing (the file has "
                "layer.0.attention.output.dense.bias, which belongs to it)");
}

TEST_CASE("without an x, six rows are drawn, always the same, and that is said") {
    const OwnNames own = opened(llama("")), again = opened(llama(""));
    CHECK(own.notes.back() == "the file holds no x: six random rows take its place (seed 1)");
    CHECK(own.tensors.at("x").shape == std::vector<std::int64_t>{6, 2});
    CHECK(own.tensors.at("x").values == again.tensors.at("x").values);
}

TEST_CASE("our own names are not foreign, nor are unknown ones") {
    CHECK_FALSE(model::foreign_layer_in({"x", "w_q", "w_k", "w_v"}, 1, "in"));
    CHECK_FALSE(model::foreign_layer_in({"x", "w_q", "in_proj_weight"}, 1, "in"));
    CHECK_FALSE(model::foreign_layer_in({"x", "my_c_attn.weight"}, 1, "in"));
}

TEST_CASE("what such a layer lacks, or cannot have here, is refused by its own name") {
    CHECK(refusal([] { (void)model::foreign_layer_in(names_of(llama("")), 2, "in"); }) ==
          "--layer: 2 is out of range: in has 1 layer (layers are counted from 1)");
    CHECK(refusal([] {
              (void)model::foreign_layer_in(names_of(llama("")), 0, "in");
          }).starts_with("--layer: 0"));
    Tensors file = llama("a.");
    file.erase("a.k_proj.weight");
    CHECK(refusal([&] { (void)opened(file); }) ==
          "in, tensor a.k_proj.weight: it is missing (a layer of the Llama family has it)");
    file["a.k_proj.weight"] = counting_from(0, {4});
    CHECK(refusal([&] {
              (void)opened(file);
          }).starts_with("in, tensor a.k_proj.weight: shape (4,), expected a matrix"));
    const Tensor out = counting_from(0, {2, 2});
    CHECK(refusal([&] {
              (void)opened({{"in_proj_weight", counting_from(0, {7, 2})}, {"out_proj.weight", out}});
          }).starts_with("in, tensor in_proj_weight: shape (7, 2) does not divide"));
    CHECK(refusal([&] {
              (void)opened({{"in_proj_weight", counting_from(0, {6, 2})},
                            {"out_proj.weight", out},
                            {"bias_k", counting_from(0, {1, 1, 2})}});
          }).starts_with("in, tensor bias_k: an added key has no place"));
}

TEST_CASE("square matrices that PyTorch wrote may be transposed; others would not fit") {
    attention::Layer layer;
    layer.w_q = layer.w_k = layer.w_v = base::Matrix::Identity(4, 4);
    CHECK(model::may_be_transposed(layer, {{"format", "pt"}}));
    CHECK_FALSE(model::may_be_transposed(layer, {{"format", "np"}}));
    CHECK_FALSE(model::may_be_transposed(layer, {}));
    layer.w_v = base::Matrix::Zero(4, 2);
    CHECK_FALSE(model::may_be_transposed(layer, {{"format", "pt"}}));
}
