#pragma once
// Values of a config.json, each within the bounds that models have: what is beyond is a damaged file. All
// throw InputError for a value that is missing, of another type, out of range or not known.

#include "pretrained/architecture.h"
#include "tokens/json_node.h"

#include <string>
#include <vector>

namespace pretrained {

inline constexpr std::size_t most_width = 1 << 20, most_words = 1 << 24;

/// A number of rows, columns or words: 1 … most.
Index size(const tokens::JsonNode& config, const std::string& name, std::size_t most = most_width);
Index size_or(const tokens::JsonNode& config, const std::string& name, Index otherwise);
/// A number above 0.
float positive(const tokens::JsonNode& config, const std::string& name, double otherwise);
/// 0 where it is missing or null.
float softcap(const tokens::JsonNode& config, const std::string& name);

/// Refuses a part that some models of a family have and that is not known.
void expect_off(const tokens::JsonNode& config, const std::string& name);
/// Refuses any other text; nothing is fine.
void expect_text(const tokens::JsonNode& config, const std::string& name, const std::string& known);

Activation activation(const tokens::JsonNode& config, const std::string& name, const std::string& otherwise);
/// Heads, those of keys and their width, for a model of this width.
void take_heads(AttentionStyle& attention, const tokens::JsonNode& config, const std::string& name,
                Index width);
/// As many as the config says, alike so far.
std::vector<LayerStyle> layers_of(const tokens::JsonNode& config, const std::string& name);

} // namespace pretrained
