#pragma once
// The JSON of a tokenizer. Its vocabulary and merges, hundreds of thousands of values, are read into lists at
// once; the rest, which says how they are used, is short and stays JSON.

#include "tokens/byte_pairs.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tokens {

struct TokenizerJson {
    nlohmann::json rest;
    std::vector<std::pair<std::string, std::int64_t>> pieces; ///< {"piece": id, …}
    std::vector<std::pair<std::string, double>>
        scored;    ///< [["piece", score], …], each with its place as its id
    Merges merges; ///< ["a b", …] or [["a", "b"], …]
};

/// Where the vocabulary is: in "model" of a tokenizer.json, or the whole file.
enum class VocabularyAt { model, root };

/// Throws InputError{where, …} for what is not JSON, and for a vocabulary, merges or a depth that no
/// tokenizer has.
TokenizerJson parse_tokenizer_json(const std::string& text, VocabularyAt at, const std::string& where);

} // namespace tokens
