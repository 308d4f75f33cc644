// GPT-2. Source: Radford et al. 2019, "Language models are unsupervised multitask learners", section 2.3.
#include "pretrained/known_families.h"

#include "pretrained/config_values.h"

namespace pretrained {

using tokens::JsonNode;

namespace {

const TensorNames gpt2_names{.prefixes = {"", "transformer."},
                             .embedding = "wte",
                             .positions = "wpe",
                             .layer = "h.{}.",
                             .attention_before = "ln_1",
                             .qkv = "attn.c_attn",
                             .o = "attn.c_proj",
                             .mlp_before = "ln_2",
                             .up = "mlp.c_fc",
                             .down = "mlp.c_proj",
                             .final_norm = "ln_f",
                             .readout = "lm_head",
                             .in_out = true,
                             .made_by_the_pass = {"attn.bias", "attn.masked_bias"}};

Architecture read_gpt2(const JsonNode& config) {
    for (const char* name : {"add_cross_attention", "scale_attn_by_inverse_layer_idx"})
        expect_off(config, name);
    Architecture a;
    a.width = size(config, "n_embd");
    a.words = size(config, "vocab_size", most_words);
    a.longest = size(config, config.find("n_positions") ? "n_positions" : "n_ctx");
    a.positions = true;
    a.norm = {NormKind::layer, positive(config, "layer_norm_epsilon", 1e-5)};
    take_heads(a.attention, config, "n_head", a.width);
    if (a.attention.key_heads != a.attention.heads) // q, k and v are as wide as each other in its files
        config.at("num_key_value_heads")
            .refuse("heads of GPT-2 share no keys", "get the model's own config.json");
    a.attention.biases_in = a.attention.biases_out = true;
    if (!config.flag("scale_attn_weights", true)) a.attention.scale.kind = attention::ScaleKind::none;
    a.mlp = {size_or(config, "n_inner", 4 * a.width), activation(config, "activation_function", "gelu_new"),
             false, true};
    a.layers = layers_of(config, "n_layer");
    a.tied = config.flag("tie_word_embeddings", true);
    return a;
}

} // namespace

Family gpt2_family() {
    return {"gpt2", gpt2_names, read_gpt2};
}

} // namespace pretrained
