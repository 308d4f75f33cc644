// BERT and its relatives. Sources: Devlin et al. 2019, section 3; Sanh et al. 2019, "DistilBERT"; Liu et al.
// 2019, "RoBERTa".
#include "pretrained/known_families.h"

#include "pretrained/config_values.h"

namespace pretrained {

using tokens::JsonNode;

namespace {

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
    a.layers = layers_of(config, "num_hidden_layers");
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
    a.layers = layers_of(config, "n_layers");
    return a;
}

} // namespace

Family bert_family() {
    return {"bert", bert_names, read_bert};
}
Family roberta_family() {
    return {"roberta", roberta_names, read_roberta};
}
Family distilbert_family() {
    return {"distilbert", distilbert_names, read_distilbert};
}

} // namespace pretrained
