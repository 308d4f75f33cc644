#pragma once
// Normalizing: what a tokenizer changes in the text before it looks for words. Whatever a step makes of the
// characters, each goes on standing for the bytes of the input that it came from.

#include "tokens/characters.h"
#include "tokens/pattern.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tokens {

using Normalizer = std::function<Characters(Characters)>;

/// Throws InputError if `made` characters are many times those that were typed for these: no tokenizer means
/// that, and steps of a damaged one may grow without end, each by itself or one after the other.
void expect_not_grown(std::size_t made, std::span<const Character> characters);

/// Unicode's normal forms (annex 15): composed or not, and whether what only looks different (ﬁ, ², ｆ)
/// counts as the same.
enum class NormalForm { nfc, nfd, nfkc, nfkd };
Normalizer normal_form(NormalForm form);

/// Small letters, each by itself: "Σ" becomes "σ", at the end of a word, too.
Normalizer lower_case();
/// Leaves out marks; after NFD, "é" becomes "e".
Normalizer strip_marks();
/// Leaves out the white space at the beginning, at the end.
Normalizer strip_ends(bool left, bool right);
/// Puts something before a text that is not empty: SentencePiece's "▁".
Normalizer prepend(const std::string& text);
/// Puts `content` in the place of each match.
Normalizer replace(Pattern pattern, const std::string& content);
/// Bytes in UTF-8, each as its letter (byte_letters.h).
Normalizer byte_letters();

struct BertNormalization {
    bool clean = true;         ///< no control characters, and a space for any white space
    bool space_chinese = true; ///< spaces around each Chinese character, which makes it a word
    bool strip_accents = true; ///< "é" becomes "e"
    bool lower_case = true;
};
/// Source: Devlin et al. 2019, BasicTokenizer of its program.
Normalizer bert_normalization(const BertNormalization& options);

/// SentencePiece's own table of what becomes what (precompiled_charsmap), which is part of its models. Throws
/// InputError{where, …} for a damaged table.
Normalizer sentence_piece_table(std::string_view table, const std::string& where);

} // namespace tokens
