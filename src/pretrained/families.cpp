#include "pretrained/families.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace pretrained {

using tokens::JsonNode;

namespace {

// Values of a config.json.

/// The most of everything that models have, with room; what is beyond is a damaged file.
constexpr std::size_t most_layers = 1024, most_width = 1 << 20, most_words = 1 << 24;

Index size(const JsonNode& config, const std::string& name, std::size_t most = most_width) {
    const JsonNode value = config.at(name);
    const std::size_t count = value.count();
    if (count < 1 || count > most)
        value.refuse(std::to_string(count) + " is out of range",
                     "models have 1 to " + std::to_string(most) + " here");
    return static_cast<Index>(count);
}

Index size_or(const JsonNode& config, const std::string& name, Index otherwise) {
    return config.find(name) ? size(config, name) : otherwise;
}

float positive(const JsonNode& config, const std::string& name, double otherwise) {
    const double value = config.number(name, otherwise);
    if (!(value > 0 && value < 1e12))
        config.at(name).refuse("it is out of range", "a number above 0 is expected");
    return static_cast<float>(value);
}

/// 0 where it is missing or null.
float softcap(const JsonNode& config, const std::string& name) {
    return config.find(name) ? positive(config, name, 1) : 0;
}

/// Parts that are not known, which some models of a family have.
void expect_off(const JsonNode& config, const std::string& name) {
    const auto value = config.find(name);
    if (value && value->flag())
        value->refuse("this part is not known", "models without it can be opened: see docs/models.md");
}

void expect_text(const JsonNode& config, const std::string& name, const std::string& known) {
    const auto value = config.find(name);
    if (value && value->text() != known)
        value->refuse("\"" + value->text() + "\" is not known", "known is " + known);
}

Activation activation(const JsonNode& config, const std::string& name, const std::string& otherwise) {
    const std::string found = config.text(name, otherwise);
    if (found == "relu") return Activation::relu;
    if (found == "gelu") return Activation::gelu;
    if (found == "gelu_new" || found == "gelu_pytorch_tanh" || found == "gelu_fast")
        return Activation::gelu_tanh;
    if (found == "silu" || found == "swish") return Activation::silu;
    config.at(name).refuse("the activation \"" + found + "\" is not known",
                           "known are relu, gelu, gelu_new, gelu_pytorch_tanh and silu");
}

void take_heads(AttentionStyle& attention, const JsonNode& config, const std::string& name, Index width) {
    attention.heads = size(config, name, 4096);
    attention.key_heads = size_or(config, "num_key_value_heads", attention.heads);
    if (!config.find("head_dim") && width % attention.heads != 0)
        config.at(name).refuse("a width of " + std::to_string(width) + " is not divisible by " +
                                   std::to_string(attention.heads) + " heads",
                               "the config does not belong to a model: get it again");
    attention.head_width =
        config.find("head_dim") ? size(config, "head_dim", 1 << 16) : width / attention.heads;
    if (attention.heads % attention.key_heads != 0)
        config.at("num_key_value_heads")
            .refuse(std::to_string(attention.heads) + " heads cannot share the keys of " +
                        std::to_string(attention.key_heads),
                    "the config does not belong to a model: get it again");
}

std::vector<LayerStyle> layers(const JsonNode& config, const std::string& name) {
    return std::vector<LayerStyle>(static_cast<std::size_t>(size(config, name, most_layers)));
}

// GPT-2. Source: Radford et al. 2019, "Language models are unsupervised multitask learners", section 2.3.

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
    a.attention.biases_in = a.attention.biases_out = true;
    if (!config.flag("scale_attn_weights", true)) a.attention.scale.kind = attention::ScaleKind::none;
    a.mlp = {size_or(config, "n_inner", 4 * a.width), activation(config, "activation_function", "gelu_new"),
             false, true};
    a.layers = layers(config, "n_layer");
    a.tied = config.flag("tie_word_embeddings", true);
    return a;
}

// BERT and its relatives. Sources: Devlin et al. 2019, section 3; Sanh et al. 2019, "DistilBERT"; Liu et al.
// 2019, "RoBERTa".

const TensorNames bert_names{.prefixes = {"bert.", ""},
                             .embedding = "embeddings.word_embeddings",
                             .positions = "embeddings.position_embeddings",
                             .kinds = "embeddings.token_type_embeddings",
                             .embedding_norm = "embeddings.LayerNorm",
                             .layer = "encoder.layer.{}.",
                             .attention_after = "attention.output.LayerNorm",
                             .q = "attention.self.query",
                             .k = "attention.self.key",
                             .v = "attention.self.value",
                             .o = "attention.output.dense",
                             .mlp_after = "output.LayerNorm",
                             .up = "intermediate.dense",
                             .down = "output.dense",
                             .readout = "cls.predictions.decoder",
                             .head_dense = "cls.predictions.transform.dense",
                             .head_norm = "cls.predictions.transform.LayerNorm",
                             .head_biases = {"cls.predictions.bias", "cls.predictions.decoder.bias"}};

TensorNames roberta_tensor_names() {
    TensorNames names = bert_names;
    names.prefixes = {"roberta.", ""};
    names.readout = "lm_head.decoder";
    names.head_dense = "lm_head.dense";
    names.head_norm = "lm_head.layer_norm";
    names.head_biases = {"lm_head.bias", "lm_head.decoder.bias"};
    return names;
}
const TensorNames roberta_names = roberta_tensor_names();

const TensorNames distilbert_names{.prefixes = {"distilbert.", ""},
                                   .embedding = "embeddings.word_embeddings",
                                   .positions = "embeddings.position_embeddings",
                                   .embedding_norm = "embeddings.LayerNorm",
                                   .layer = "transformer.layer.{}.",
                                   .attention_after = "sa_layer_norm",
                                   .q = "attention.q_lin",
                                   .k = "attention.k_lin",
                                   .v = "attention.v_lin",
                                   .o = "attention.out_lin",
                                   .mlp_after = "output_layer_norm",
                                   .up = "ffn.lin1",
                                   .down = "ffn.lin2",
                                   .readout = "vocab_projector",
                                   .head_dense = "vocab_transform",
                                   .head_norm = "vocab_layer_norm",
                                   .head_biases = {"vocab_projector.bias"}};

/// What all of them are: every word sees every other.
Architecture encoder_of_words(const JsonNode& config, const std::string& heads, Index width) {
    Architecture a;
    a.width = width;
    a.words = size(config, "vocab_size", most_words);
    a.longest = size(config, "max_position_embeddings");
    a.positions = true;
    take_heads(a.attention, config, heads, width);
    a.attention.causal = false;
    a.attention.biases_in = a.attention.biases_out = true;
    a.tied = config.flag("tie_word_embeddings", true);
    return a;
}

Architecture read_bert(const JsonNode& config) {
    for (const char* name : {"is_decoder", "add_cross_attention"})
        expect_off(config, name);
    expect_text(config, "position_embedding_type", "absolute");
    Architecture a = encoder_of_words(config, "num_attention_heads", size(config, "hidden_size"));
    a.kinds = size(config, "type_vocab_size");
    a.norm = {NormKind::layer, positive(config, "layer_norm_eps", 1e-12)};
    a.mlp = {size(config, "intermediate_size"), activation(config, "hidden_act", "gelu"), false, true};
    a.readout_activation = a.mlp.activation;
    a.layers = layers(config, "num_hidden_layers");
    return a;
}

/// Its positions begin after the row of the padding, which stands for no place.
Architecture read_roberta(const JsonNode& config) {
    Architecture a = read_bert(config);
    a.first_row = static_cast<Index>(config.count("pad_token_id", 1)) + 1;
    if (a.first_row >= a.longest)
        config.at("pad_token_id").refuse("no position is left", "the config is damaged: get it again");
    a.longest -= a.first_row;
    a.readout_activation = Activation::gelu;
    return a;
}

Architecture read_distilbert(const JsonNode& config) {
    Architecture a = encoder_of_words(config, "n_heads", size(config, "dim"));
    a.norm = {NormKind::layer, 1e-12F};
    a.mlp = {size(config, "hidden_dim"), activation(config, "activation", "gelu"), false, true};
    a.readout_activation = a.mlp.activation;
    a.layers = layers(config, "n_layers");
    return a;
}

// Llama and its relatives: rotary positions, RMS norms, gated MLPs. Sources: Touvron et al. 2023, "LLaMA",
// section 2.2; Jiang et al. 2023, "Mistral 7B"; Qwen Team 2024 and 2025, "Qwen2" and "Qwen3 technical
// report".

const TensorNames llama_names{.prefixes = {"model.", ""},
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

/// Older files have rope_theta and rope_scaling, newer ones both in rope_parameters.
attention::Rotary rotary(const JsonNode& config, Index head_width) {
    attention::Rotary found;
    const auto newer = config.find("rope_parameters");
    const JsonNode& base = newer ? *newer : config;
    found.base = positive(base, "rope_theta", 10000);
    const double share = base.number("partial_rotary_factor", config.number("partial_rotary_factor", 1));
    if (!(share > 0 && share <= 1))
        config.refuse("partial_rotary_factor is out of range", "a share of a head above 0, up to 1");
    if (share < 1) found.dims = static_cast<Index>(share * static_cast<double>(head_width));
    const Index dims = found.dims > 0 ? found.dims : head_width;
    if (dims % 2 != 0)
        config.refuse("a head of " + std::to_string(dims) + " columns cannot be turned in pairs",
                      "the config does not belong to a model: get it again");
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
    a.layers = layers(config, "num_hidden_layers");
    a.tied = config.flag("tie_word_embeddings", true);
    return a;
}

void turn_all(Architecture& a, const attention::Rotary& rotary) {
    for (LayerStyle& layer : a.layers)
        layer.rotary = rotary;
}

/// The layers that see a window only: as "layer_types" says, or `slides` where it does not.
template <class Slides>
void take_windows(Architecture& a, const JsonNode& config, const Slides& slides) {
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

Architecture read_plain_llama(const JsonNode& config) {
    Architecture a = read_llama(config);
    turn_all(a, rotary(config, a.attention.head_width));
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

// Gemma: the same with a larger embedding, gains counted from 1 and GeGLU; the second with norms on both
// sides of each part, softcaps, and windows in every other layer; the third with normed queries and keys and
// windows in five layers of six. Sources: Gemma Team 2024, "Gemma", section 2, and "Gemma 2", section 2;
// 2025, "Gemma 3 technical report", section 2.

TensorNames gemma2_tensor_names() {
    TensorNames names = llama_names;
    names.attention_branch = "post_attention_layernorm";
    names.mlp_before = "pre_feedforward_layernorm";
    names.mlp_branch = "post_feedforward_layernorm";
    return names;
}
const TensorNames gemma2_names = gemma2_tensor_names();

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
    turn_all(a, rotary(config, a.attention.head_width));
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
        const JsonNode all = newer->at("full_attention"), windows = newer->at("sliding_attention");
        near.base = positive(windows, "rope_theta", 10000);
        near.slower = slower_turns(windows);
        far.base = positive(all, "rope_theta", 1e6);
        far.slower = slower_turns(all);
    } else {
        far = rotary(config, a.attention.head_width);
        if (!newer) far.base = positive(config, "rope_theta", 1e6);
    }
    for (LayerStyle& layer : a.layers)
        layer.rotary = layer.window > 0 ? near : far;
    return a;
}

constexpr const char* expert_counts[] = {"num_experts", "num_local_experts", "n_routed_experts"};

} // namespace

std::span<const Family> families() {
    static const Family all[] = {{"gpt2", gpt2_names, read_gpt2},
                                 {"bert", bert_names, read_bert},
                                 {"distilbert", distilbert_names, read_distilbert},
                                 {"roberta", roberta_names, read_roberta},
                                 {"llama", llama_names, read_plain_llama},
                                 {"mistral", llama_names, read_mistral},
                                 {"qwen2", llama_names, read_qwen2},
                                 {"qwen3", llama_names, read_qwen3},
                                 {"gemma", llama_names, read_gemma},
                                 {"gemma2", gemma2_names, read_gemma2},
                                 {"gemma3_text", gemma2_names, read_gemma3}};
    return all;
}

const Family& family_of(const JsonNode& config) {
    if (const auto how = config.find("quantization_config"))
        how->refuse("the weights are quantised (" + how->text("quant_method", "in a way not named") + ")",
                    "get the model in float32, float16 or bfloat16");
    for (const char* name : expert_counts)
        if (const auto count = config.find(name); count && count->count() > 0)
            count->refuse("layers with experts, of which each word takes a few, are not known",
                          "models without them can be opened: see docs/models.md");
    const JsonNode type = config.at("model_type");
    const auto found = std::ranges::find(families(), type.text(), &Family::model_type);
    if (found != families().end()) return *found;
    std::string known;
    for (const Family& family : families())
        known += (known.empty() ? "" : ", ") + std::string(family.model_type);
    type.refuse("models of type \"" + type.text() + "\" are not known", "known are " + known);
}

} // namespace pretrained
