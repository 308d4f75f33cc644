#pragma once
// Hand-set weights, in which every dimension has a meaning with a name (assets/weights/*.toml).

#include "attention/layer.h"

#include <filesystem>
#include <string>
#include <vector>

namespace model {

struct HandSet {
    std::string id;                    ///< "who-is-meant"
    std::string title;                 ///< "Who is meant by “it”?"
    std::string about;                 ///< one sentence: what these weights were set to do
    std::vector<std::string> words;    ///< the features of the lexicon that these weights read, in this order
    std::vector<std::string> clock;    ///< the two dimensions that hold a word's position, or none
    std::vector<std::string> features; ///< (d_model) `words` followed by `clock`
    std::vector<std::string> key_width;   ///< (d_k) what queries ask for and keys offer, in every head
    std::vector<std::string> value_width; ///< (d_v) what values carry, in every head
    std::vector<std::string> output;      ///< (d_out) the output dimensions: the features; empty without W_O
    std::vector<std::string> heads;       ///< (h) what each head was built for, in a few words
    /// The extra weights of the general and additive scores give the simplest form of each: q·I·kᵀ, and
    /// Σ_j tanh(q_j + k_j).
    attention::LayerPtr layer;

    /// The clock position of each word, in the last two of the d_model columns: (n, d_model); 0 rows for
    /// weights without a clock.
    base::Matrix positions(base::Index n) const;
};

/// Loads one file: id, title, about, features, clock (optional), key_width, value_width, b_o (optional), and
/// a [[head]] for each head with about and the tables w_q, w_k, w_v (one row per feature), w_o (optional, one
/// row per value name), b_q, b_k, b_v (optional). Throws InputError naming file, table and expected size.
HandSet load_hand_set(const std::filesystem::path& file);

/// Loads every .toml file of the folder, sorted by name. Throws InputError as above, for a folder without
/// any, and for an id that two files share.
std::vector<HandSet> load_hand_sets(const std::filesystem::path& folder);

} // namespace model
