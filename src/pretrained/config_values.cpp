#include "pretrained/config_values.h"

namespace pretrained {

using tokens::JsonNode;

namespace {

constexpr std::size_t most_layers = 1024;

} // namespace

Index size(const JsonNode& config, const std::string& name, std::size_t most) {
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
    const auto number = static_cast<float>(value); // may be 0 where value is not
    if (!(number > 0 && value < 1e12))
        config.at(name).refuse("it is out of range", "a number above 0 is expected");
    return number;
}

float softcap(const JsonNode& config, const std::string& name) {
    return config.find(name) ? positive(config, name, 1) : 0;
}

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

std::vector<LayerStyle> layers_of(const JsonNode& config, const std::string& name) {
    return std::vector<LayerStyle>(static_cast<std::size_t>(size(config, name, most_layers)));
}

} // namespace pretrained
