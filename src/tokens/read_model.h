#pragma once
// The models as tokenizer.json describes them: {"type": "BPE", "vocab": …, "merges": …}.

#include "tokens/json_node.h"
#include "tokens/model.h"
#include "tokens/tokenizer_json.h"

#include <memory>
#include <string>
#include <vector>

namespace tokens {

/// The pieces of a file. Throws InputError{where, …} for none, and where they do not fit together
/// (vocabulary.h).
std::shared_ptr<const Vocabulary> vocabulary_of(const TokenizerJson& file, const std::string& where);
/// Of a unigram model, by id.
std::vector<double> scores_of(const TokenizerJson& file);
/// `node` is what the file says of its model beside the vocabulary and the merges. Throws InputError for a
/// type that is not known, or is not that of the vocabulary, and for what the model itself refuses.
std::unique_ptr<const Model> read_model(const JsonNode& node,
                                        const std::shared_ptr<const Vocabulary>& vocabulary,
                                        const TokenizerJson& file);

} // namespace tokens
