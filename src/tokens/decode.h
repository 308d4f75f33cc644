#pragma once
// From pieces back to text. A decoder changes their texts step by step; what it leaves is put together.

#include "tokens/pattern.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tokens {

using Texts = std::vector<std::string>;
using Decoder = std::function<Texts(Texts)>;

/// Byte-level pieces: bytes from their letters (byte_letters.h). What is not UTF-8 in all of them becomes
/// U+FFFD.
Decoder decode_byte_letters();
/// A space for each `space`; none at the beginning if one was put there.
Decoder decode_marked_spaces(char32_t space, bool drops_first);
/// A space before what does not begin with `prefix`, "##"; tidy: none before punctuation and contractions.
Decoder decode_word_pieces(const std::string& prefix, bool tidy);
/// Bytes from "<0x00>" to "<0xFF>"; U+FFFD for each of a run that is not UTF-8.
Decoder decode_byte_fallback();
/// One text of all.
Decoder decode_fused();
/// Leaves out up to so many signs at the beginning and the end of each.
Decoder decode_stripped(char32_t sign, std::size_t at_begin, std::size_t at_end);
Decoder decode_replaced(const Pattern& pattern, const std::string& content);
/// A space for each mark of a word's end, "</w>"; none at the very end.
Decoder decode_word_ends(const std::string& word_end);

} // namespace tokens
