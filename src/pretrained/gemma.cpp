// Gemma: Llama with a larger embedding, gains counted from 1 and GeGLU; the second with norms on both
// sides of each part, softcaps, and windows in every other layer; the third with normed queries and keys and
// windows in five layers of six. Sources: Gemma Team 2024, "Gemma", section 2, and "Gemma 2", section 2;
// 2025, "Gemma 3 technical report", section 2.
#include "pretrained/known_families.h"

#include "pretrained/config_values.h"
#include "pretrained/llama.h"

#include <cmath>

namespace pretrained {

using tokens::JsonNode;

namespace {

const TensorNames& gemma2_names() {
    static const TensorNames names = [] {
        TensorNames changed = llama_names();
        changed.attention_branch = "post_attention_layernorm";
        changed.mlp_before = "pre_feedforward_layernorm";
        changed.mlp_branch = "post_feedforward_layernorm";
        return changed;
    }();
    return names;
}

Architecture read_gemma_like(const JsonNode& config) {
    Architecture a = read_llama(config);
    a.norm.gain_from_one = true;
    a.embedding_factor = std::sqrt(static_cast<float>(a.width));
    // The first files said "gelu" and meant its approximation, which "hidden_activation" says since.
    a.mlp.activation = activation(config, "hidden_activation", "gelu_pytorch_tanh");
    return a;
}

Architecture read_gemma(const JsonNode& config) {
    Architecture a = read_gemma_like(config);
    turn_all(a, rotary_of(config, a.attention.head_width));
    return a;
}

/// Scores are divided by the root of a number of the config's.
void take_scale(Architecture& a, const JsonNode& config) {
    const auto width = static_cast<double>(a.attention.head_width);
    a.attention.scale = {attention::ScaleKind::number,
                         std::sqrt(positive(config, "query_pre_attn_scalar", width))};
}

Architecture read_gemma2(const JsonNode& config) {
    Architecture a = read_gemma(config);
    take_scale(a, config);
    a.attention.softcap = softcap(config, "attn_logit_softcapping");
    a.readout_softcap = softcap(config, "final_logit_softcapping");
    take_windows(a, config, [](Index i) { return i % 2 == 0; });
    return a;
}

Architecture read_gemma3(const JsonNode& config) {
    expect_off(config, "use_bidirectional_attention");
    Architecture a = read_gemma_like(config);
    take_scale(a, config);
    a.attention.normed = true;
    a.attention.softcap = softcap(config, "attn_logit_softcapping");
    a.readout_softcap = softcap(config, "final_logit_softcapping");
    const Index pattern = size_or(config, "sliding_window_pattern", 6);
    take_windows(a, config, [&](Index i) { return (i + 1) % pattern != 0; });
    // Layers with a window turn by a base of their own; newer files say so for each kind.
    const auto newer = config.find("rope_parameters");
    const bool by_kind = newer && newer->find("full_attention");
    attention::Rotary near{.base = positive(config, "rope_local_base_freq", 10000)}, far;
    if (by_kind) {
        expect_pairs(config, a.attention.head_width);
        const JsonNode all = newer->at("full_attention"), windows = newer->at("sliding_attention");
        near.base = positive(windows, "rope_theta", 10000);
        near.slower = slower_turns(windows);
        far.base = positive(all, "rope_theta", 1e6);
        far.slower = slower_turns(all);
    } else {
        far = rotary_of(config, a.attention.head_width);
        if (!newer) far.base = positive(config, "rope_theta", 1e6);
    }
    for (LayerStyle& layer : a.layers)
        layer.rotary = layer.window > 0 ? near : far;
    return a;
}

} // namespace

Family gemma_family() {
    return {"gemma", llama_names(), read_gemma};
}
Family gemma2_family() {
    return {"gemma2", gemma2_names(), read_gemma2};
}
Family gemma3_family() {
    return {"gemma3_text", gemma2_names(), read_gemma3};
}

} // namespace pretrained
