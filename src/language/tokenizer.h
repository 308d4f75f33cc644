#pragma once
// Splits a typed sentence into tokens: words, numbers and punctuation marks.

#include "base/input_error.h"
#include "base/matrix.h"

#include <string>
#include <string_view>
#include <vector>

namespace language {

/// The longest sequence the program accepts.
inline constexpr base::Index max_tokens = 4096;

/// A text without a token. A type of its own, because the user may just be about to type one.
struct NoWord : base::InputError {
    using InputError::InputError;
};

/// Splits UTF-8 text at white space and separates punctuation ("tired." → "tired", "."); an apostrophe or
/// hyphen inside a word stays in it ("didn't", "צה״ל"), as do the apostrophe of an elided vowel ("n'
/// attend"), those of an English 'n' ("rock 'n' roll") and a point or comma inside a number ("3.5"). A
/// zero-width space separates; other invisible characters (soft hyphens, marks of direction) are left out.
/// Chinese characters and Japanese kana, written without spaces, are one token each; Korean is split at its
/// spaces. Tokens consist of whole grapheme clusters (Unicode annex 29), so combining marks stay with their
/// letter. Throws NoWord{where, …} for text without a token, and InputError{where, …} for invalid UTF-8
/// (naming the byte, counted from 1) and for more than max_tokens.
std::vector<std::string> tokenize(std::string_view text, const std::string& where = "sentence");

/// True if the text contains a Chinese character or Japanese kana, which are split into single characters.
bool is_split_by_character(std::string_view text);
/// True for words, false for numbers and punctuation.
bool has_letter(std::string_view token);

/// The form in which words are compared: case-folded, composed (NFC), with straight apostrophes and without
/// invisible characters ("Était" → "était", "Didn’t" → "didn't"). `word` must be valid UTF-8.
std::string fold_case(std::string_view word);

} // namespace language
