#pragma once
// The families of models that are known: how each says in config.json what it is, and what it calls its
// tensors.

#include "pretrained/architecture.h"
#include "tokens/json_node.h"

#include <span>
#include <string_view>
#include <vector>

namespace pretrained {

/// Names of tensors without ".weight" and ".bias"; empty where the family has no such part. Those of a layer
/// stand after `layer`, whose "{}" is its number.
struct TensorNames {
    std::vector<std::string_view>
        prefixes; ///< before all names but those of the readout: the first that fits
    std::string_view embedding, positions = {}, kinds = {}, embedding_norm = {};
    std::string_view layer;
    std::string_view attention_before = {}, attention_branch = {}, attention_after = {};
    std::string_view qkv = {}; ///< all three side by side, instead of
    std::string_view q = {}, k = {}, v = {};
    std::string_view o;
    std::string_view q_norm = {}, k_norm = {};
    std::string_view mlp_before = {}, mlp_branch = {}, mlp_after = {};
    std::string_view gate = {}, up, down;
    std::string_view final_norm = {};
    std::string_view readout = {};                       ///< where it is not the embedding
    std::string_view head_dense = {}, head_norm = {};    ///< of a masked word: before the readout
    std::vector<std::string_view> head_biases = {};      ///< of the readout: the first that is there
    bool in_out = false;                                 ///< matrices are (in, out)
    std::vector<std::string_view> made_by_the_pass = {}; ///< in a layer: tables that are no weights
};

struct Family {
    std::string_view model_type; ///< in config.json
    const TensorNames& names;
    /// Throws InputError for a value that is missing, of another type, out of range, or not known here.
    Architecture (*read)(const tokens::JsonNode& config);
};

std::span<const Family> families();

/// The family that a config.json names. Throws InputError for one that is not known, with those that are, and
/// for weights that are quantised or experts of which a word takes a few.
const Family& family_of(const tokens::JsonNode& config);

} // namespace pretrained
