#pragma once
// The steps of a tokenizer as tokenizer.json describes them: {"type": "Split", "pattern": …}. Source: the
// library "tokenizers" of Hugging Face, whose names and defaults these are.

#include "tokens/decode.h"
#include "tokens/json_node.h"
#include "tokens/normalize.h"
#include "tokens/vocabulary.h"
#include "tokens/words.h"

#include <vector>

namespace tokens {

// Each throws InputError for a description that is not complete or of another type, and for a type that is
// not known, which it names beside those that are.

Normalizer read_normalizer(const JsonNode& node);
Splitter read_splitter(const JsonNode& node);
Decoder read_decoder(const JsonNode& node);

/// What is put before a single text and after it.
struct Frame {
    std::vector<Id> before, after;
};
Frame read_frame(const JsonNode& node);

} // namespace tokens
