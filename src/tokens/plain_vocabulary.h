#pragma once
// Tokenizers whose files are a vocabulary alone: the rest is known, since a single family of models has such
// files.

#include "tokens/tokenizer.h"

#include <optional>
#include <string>

namespace tokens {

/// What a tokenizer_config.json beside the vocabulary says of the rest.
struct VocabularySettings {
    std::string kind;               ///< "tokenizer_class"; empty if it does not say
    std::optional<bool> lower_case; ///< "do_lower_case"
    bool begins_with_space = false; ///< "add_prefix_space"
};

// Each throws InputError{where, …} for files that are damaged, do not belong together, or are of another
// tokenizer.

/// GPT-2's byte pairs, of vocab.json and merges.txt; RoBERTa's, which stand between "<s>" and "</s>", if
/// these are among them.
Tokenizer gpt2_tokenizer(const std::string& vocabulary, const std::string& merges, const std::string& where,
                         const VocabularySettings& settings = {});

/// BERT's word pieces, of vocab.txt: one a line. Unless the settings say so, text is made lower case and its
/// accents are left out if the vocabulary has no capital.
Tokenizer bert_tokenizer(const std::string& lines, const std::string& where,
                         const VocabularySettings& settings = {});

/// The sentence encoder's, of its vocab.json: a list of pieces with their scores, as TensorFlow.js has it.
Tokenizer sentence_encoder_tokenizer(const std::string& scored, const std::string& where);

} // namespace tokens
