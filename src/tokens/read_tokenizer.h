#pragma once
// Tokenizers from the files that models come with.

#include "tokens/tokenizer.h"

#include <filesystem>
#include <string>

namespace tokens {

/// The tokenizer of a model: of its folder or of one of its files.
///
///     tokenizer.json             all of it, in the form of Hugging Face's library "tokenizers"
///     vocab.json, merges.txt     GPT-2's byte pairs, or RoBERTa's
///     vocab.txt                  BERT's word pieces
///     vocab.json, a list         the sentence encoder's unigram model, as TensorFlow.js has it
///
/// In a folder the first of these is taken. Throws InputError, naming the file and the place in it, for one
/// that is missing or cannot be used.
Tokenizer read_tokenizer(const std::filesystem::path& folder_or_file);

/// The same of a tokenizer.json; `where` names it in messages.
Tokenizer tokenizer_from_json(const std::string& text, const std::string& where);

} // namespace tokens
