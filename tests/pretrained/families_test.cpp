// What a config.json says of a model, in the older and the newer way of saying it.
#include "pretrained/families.h"

#include "base/refusal.h"
#include "close.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

using namespace pretrained;
using nlohmann::json;

namespace {

/// Of a small model of this type, where `more` says nothing else; null in it removes a value.
Architecture read(const std::string& type, const json& more) {
    json config = {{"model_type", type},      {"hidden_size", 16},       {"num_attention_heads", 4},
                   {"num_hidden_layers", 12}, {"intermediate_size", 24}, {"vocab_size", 32},
                   {"rms_norm_eps", 1e-6},    {"sliding_window", 8},     {"max_position_embeddings", 64}};
    config.merge_patch(more);
    const tokens::JsonNode node(config, "config.json");
    return family_of(node).read(node);
}

/// "-w-w": a window in every other layer.
std::string windows(const Architecture& a) {
    std::string all;
    for (const LayerStyle& layer : a.layers)
        all += layer.window > 0 ? 'w' : '-';
    return all;
}

const attention::Rotary& rotary(const Architecture& a, std::size_t layer) {
    return a.layers[layer].rotary.value();
}

} // namespace

TEST_CASE("which layers have a window") {
    CHECK(windows(read("llama", json::object())) == "------------");
    CHECK(windows(read("mistral", json::object())) == "wwwwwwwwwwww");
    CHECK(windows(read("mistral", {{"sliding_window", nullptr}})) == "------------");
    CHECK(windows(read("qwen2", {{"use_sliding_window", false}})) == "------------");
    CHECK(windows(read("qwen2", {{"use_sliding_window", true}, {"max_window_layers", 10}})) ==
          "----------ww");
    CHECK(windows(read("gemma2", json::object())) == "w-w-w-w-w-w-");
    CHECK(windows(read("gemma3_text", json::object())) == "wwwww-wwwww-");
    json types = json::array();
    for (int i = 0; i < 12; ++i)
        types.push_back(i < 2 ? "full_attention" : "sliding_attention");
    CHECK(windows(read("gemma3_text", {{"layer_types", types}})) == "--wwwwwwwwww");
    CHECK(read("gemma2", json::object()).layers[0].window == 8);
}

TEST_CASE("columns of a head that are no pairs are not turned, whichever way the config says how") {
    const json newer = {{"rope_parameters",
                         {{"full_attention", {{"rope_theta", 1e6}}}, {"sliding_attention", json::object()}}}};
    for (const json& odd :
         {json{{"head_dim", 3}}, json{{"head_dim", 1}}, json{{"partial_rotary_factor", 0.1}}})
        CHECK(refusal_of([&] { read("llama", odd); }).problem.find("cannot be turned in pairs") !=
              std::string::npos);
    json odd = newer;
    odd["head_dim"] = 3;
    CHECK(refusal_of([&] { read("gemma3_text", odd); }).problem.find("cannot be turned in pairs") !=
          std::string::npos);
    CHECK(rotary(read("gemma3_text", newer), 5).base == 1e6F);
}

TEST_CASE("GPT-2 shares no keys, and no number is so small that it becomes 0") {
    const json sizes = {{"n_embd", 16}, {"n_head", 4}, {"n_layer", 2}, {"n_positions", 64}};
    json shared = sizes;
    shared["num_key_value_heads"] = 2;
    CHECK(read("gpt2", sizes).attention.key_heads == 4);
    CHECK(refusal_of([&] { read("gpt2", shared); }).problem == "heads of GPT-2 share no keys");
    CHECK(refusal_of([] { read("llama", {{"rope_theta", 1e-50}}); }).problem == "it is out of range");
}

TEST_CASE("how fast queries and keys turn, said the older way and the newer") {
    const json llama3 = {{"rope_type", "llama3"}, {"factor", 8}, {"original_max_position_embeddings", 32}};
    json newer = llama3;
    newer["rope_theta"] = 5e5;
    const Architecture older = read("llama", {{"rope_theta", 5e5}, {"rope_scaling", llama3}});
    CHECK(rotary(older, 0) == rotary(read("llama", {{"rope_parameters", newer}}), 0));
    CHECK(rotary(older, 0).base == 5e5F);
    CHECK(rotary(older, 0).slower == attention::SlowerTurns{8, 32, 1, 4});
    CHECK(rotary(read("llama", {{"rope_scaling", {{"type", "linear"}, {"factor", 2}}}}), 3).slower.factor ==
          2);
    CHECK(rotary(read("llama", {{"partial_rotary_factor", 0.5}}), 0).dims == 2);
    CHECK(rotary(read("llama", json::object()), 0) == attention::Rotary{});
}

TEST_CASE("Gemma 3 turns more slowly where it sees everything") {
    const json linear = {{"rope_type", "linear"}, {"factor", 8}};
    const Architecture older =
        read("gemma3_text", {{"rope_theta", 1e6}, {"rope_local_base_freq", 1e4}, {"rope_scaling", linear}});
    json far = linear;
    far["rope_theta"] = 1e6;
    const Architecture newer =
        read("gemma3_text",
             {{"rope_parameters", {{"full_attention", far}, {"sliding_attention", {{"rope_theta", 1e4}}}}}});
    for (const Architecture* a : {&older, &newer}) {
        CHECK(rotary(*a, 0) == attention::Rotary{.base = 1e4F});
        CHECK(rotary(*a, 5) == attention::Rotary{.base = 1e6F, .slower = {.factor = 8}});
    }
}

TEST_CASE(
    "Gemma's embedding is larger, its scores are divided by a number of their own, and gains count from 1") {
    const Architecture a = read("gemma2", {{"query_pre_attn_scalar", 144},
                                           {"attn_logit_softcapping", 50},
                                           {"final_logit_softcapping", nullptr}});
    CHECK(a.embedding_factor == make::about(4));
    CHECK(a.attention.scale.number == make::about(12));
    CHECK(a.attention.softcap == 50);
    CHECK(a.readout_softcap == 0);
    CHECK(a.norm.gain_from_one);
    CHECK(a.mlp.activation == Activation::gelu_tanh);
    CHECK(a.tied);
}

TEST_CASE("RoBERTa's first word stands at the row after its padding's") {
    const Architecture a = read("roberta", {{"type_vocab_size", 1}, {"pad_token_id", 1}});
    CHECK(a.first_row == 2);
    CHECK(a.longest == 62);
    CHECK_FALSE(a.attention.causal);
}

TEST_CASE("GPT-2's MLP is four times as wide unless the config says otherwise") {
    const json gpt2 = {{"n_embd", 16}, {"n_head", 2}, {"n_layer", 1}, {"n_ctx", 9}};
    CHECK(read("gpt2", gpt2).mlp.width == 64);
    CHECK(read("gpt2", gpt2).longest == 9);
    json other = gpt2;
    other["n_inner"] = 20;
    other["scale_attn_weights"] = false;
    CHECK(read("gpt2", other).mlp.width == 20);
    CHECK(read("gpt2", other).attention.scale.kind == attention::ScaleKind::none);
}

TEST_CASE("every family has a name of its own") {
    std::vector<std::string_view> names;
    for (const Family& family : families())
        names.push_back(family.model_type);
    std::ranges::sort(names);
    CHECK(std::ranges::adjacent_find(names) == names.end());
    CHECK(names.size() == 11);
}
