// Llama and its relatives: rotary positions, RMS norms, gated MLPs. Sources: Touvron et al. 2023, "LLaMA",
// section 2.2; Jiang et al. 2023, "Mistral 7B"; Qwen Team 2024 and 2025, "Qwen2" and "Qwen3 technical
// report".
#include "pretrained/llama.h"

#include "pretrained/config_values.h"
#include "pretrained/known_families.h"

namespace pretrained {

using tokens::JsonNode;

const TensorNames& llama_names() {
    static const TensorNames names{.prefixes = {"model.", ""},
                                   .embedding = "embed_tokens",
                                   .layer = "layers.{}.",
                                   .attention_before = "input_layernorm",
                                   .q = "self_attn.q_proj",
                                   .k = "self_attn.k_proj",
                                   .v = "self_attn.v_proj",
                                   .o = "self_attn.o_proj",
                                   .q_norm = "self_attn.q_norm",
                                   .k_norm = "self_attn.k_norm",
                                   .mlp_before = "post_attention_layernorm",
                                   .gate = "mlp.gate_proj",
                                   .up = "mlp.up_proj",
                                   .down = "mlp.down_proj",
                                   .final_norm = "norm",
                                   .readout = "lm_head",
                                   .made_by_the_pass = {"self_attn.rotary_emb.inv_freq"}};
    return names;
}

attention::SlowerTurns slower_turns(const JsonNode& scaling) {
    const std::string kind = scaling.text("rope_type", scaling.text("type", "default"));
    attention::SlowerTurns slower;
    if (kind == "default") return slower;
    if (kind != "linear" && kind != "llama3")
        scaling.refuse("rotary positions scaled by \"" + kind + "\" are not known",
                       "known are default, linear and llama3");
    slower.factor = positive(scaling, "factor", 1);
    if (kind == "llama3") {
        slower.trained = size(scaling, "original_max_position_embeddings");
        slower.slow = positive(scaling, "low_freq_factor", 1);
        slower.fast = positive(scaling, "high_freq_factor", 4);
    }
    return slower;
}

void expect_pairs(const JsonNode& config, Index columns) {
    if (columns < 2 || columns % 2 != 0)
        config.refuse("a head of " + std::to_string(columns) + " columns cannot be turned in pairs",
                      "the config does not belong to a model: get it again");
}

attention::Rotary rotary_of(const JsonNode& config, Index head_width) {
    attention::Rotary found;
    const auto newer = config.find("rope_parameters");
    const JsonNode& base = newer ? *newer : config;
    found.base = positive(base, "rope_theta", 10000);
    const double share = base.number("partial_rotary_factor", config.number("partial_rotary_factor", 1));
    if (!(share > 0 && share <= 1))
        config.refuse("partial_rotary_factor is out of range", "a share of a head above 0, up to 1");
    const auto dims = static_cast<Index>(share * static_cast<double>(head_width));
    expect_pairs(config, dims);
    if (share < 1) found.dims = dims;
    if (newer)
        found.slower = slower_turns(*newer);
    else if (const auto scaling = config.find("rope_scaling"))
        found.slower = slower_turns(*scaling);
    return found;
}

Architecture read_llama(const JsonNode& config) {
    Architecture a;
    a.width = size(config, "hidden_size");
    a.words = size(config, "vocab_size", most_words);
    a.longest = size(config, "max_position_embeddings", most_words);
    a.norm = {NormKind::rms, positive(config, "rms_norm_eps", 1e-6)};
    take_heads(a.attention, config, "num_attention_heads", a.width);
    a.attention.biases_in = a.attention.biases_out = config.flag("attention_bias", false);
    a.mlp = {size(config, "intermediate_size"), activation(config, "hidden_act", "silu"), true,
             config.flag("mlp_bias", false)};
    a.layers = layers_of(config, "num_hidden_layers");
    a.tied = config.flag("tie_word_embeddings", true);
    return a;
}

void turn_all(Architecture& a, const attention::Rotary& rotary) {
    for (LayerStyle& layer : a.layers)
        layer.rotary = rotary;
}

void take_windows(Architecture& a, const JsonNode& config, const std::function<bool(Index)>& slides) {
    const auto types = config.find("layer_types");
    const std::vector<JsonNode> said = types ? types->list() : std::vector<JsonNode>();
    if (types && said.size() != a.layers.size())
        types->refuse("it names " + std::to_string(said.size()) + " layers of " +
                          std::to_string(a.layers.size()),
                      "the config is damaged: get it again");
    for (std::size_t i = 0; i < a.layers.size(); ++i) {
        const std::string type = types ? said[i].text() : "";
        if (types && type != "full_attention" && type != "sliding_attention")
            said[i].refuse("a layer of type \"" + type + "\" is not known",
                           "known are full_attention and sliding_attention");
        const bool sliding = types ? type == "sliding_attention" : slides(static_cast<Index>(i));
        if (sliding) a.layers[i].window = size(config, "sliding_window", most_words);
    }
}

namespace {

Architecture read_plain_llama(const JsonNode& config) {
    Architecture a = read_llama(config);
    turn_all(a, rotary_of(config, a.attention.head_width));
    return a;
}

Architecture read_mistral(const JsonNode& config) {
    Architecture a = read_plain_llama(config);
    take_windows(a, config, [&](Index) { return config.find("sliding_window").has_value(); });
    return a;
}

/// Windows where they are switched on, from a layer on.
void take_qwen_windows(Architecture& a, const JsonNode& config) {
    if (!config.flag("use_sliding_window", false)) return;
    const auto first = static_cast<Index>(config.count("max_window_layers", a.layers.size()));
    take_windows(a, config, [&](Index i) { return i >= first; });
}

Architecture read_qwen2(const JsonNode& config) {
    Architecture a = read_plain_llama(config);
    a.attention.biases_in = true;
    take_qwen_windows(a, config);
    return a;
}

Architecture read_qwen3(const JsonNode& config) {
    Architecture a = read_plain_llama(config);
    a.attention.normed = true;
    take_qwen_windows(a, config);
    return a;
}

} // namespace

Family llama_family() {
    return {"llama", llama_names(), read_plain_llama};
}
Family mistral_family() {
    return {"mistral", llama_names(), read_mistral};
}
Family qwen2_family() {
    return {"qwen2", llama_names(), read_qwen2};
}
Family qwen3_family() {
    return {"qwen3", llama_names(), read_qwen3};
}

} // namespace pretrained
