#pragma once
// From pieces back to text. Decoders change the texts of the pieces; in the end these are joined.

#include "tokens/pattern.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tokens {

using Texts = std::vector<std::string>;
using Decoder = std::function<Texts(Texts)>;

/// One after the other. Throws InputError where they make many times more bytes than there were, as a damaged
/// file's may without end.
Decoder decode_in_turn(std::vector<Decoder> steps);
/// Of byte-level pieces: the bytes for which their letters stand (byte_letters.h), as one text. U+FFFD stands
/// for bytes that are not UTF-8.
Decoder decode_byte_letters();
/// Spaces in the place of the sign for them, but none for those of the first piece if `drops_first`.
Decoder decode_marked_spaces(char32_t space, bool drops_first);
/// A space before each piece but the first, unless it begins with `prefix`, "##", which goes. Tidy: nor
/// before punctuation and contractions.
Decoder decode_word_pieces(const std::string& prefix, bool tidy);
/// Bytes from "<0x00>" to "<0xFF>"; U+FFFD for each of a run that is not UTF-8.
Decoder decode_byte_fallback();
/// One text of all of them.
Decoder decode_fused();
/// Leaves out a sign, up to so many times at the beginning and the end of each text.
Decoder decode_stripped(char32_t sign, std::size_t at_begin, std::size_t at_end);
Decoder decode_replaced(const Pattern& pattern, const std::string& content);
/// A space for each mark of a word's end, "</w>"; none at the very end.
Decoder decode_word_ends(const std::string& word_end);

} // namespace tokens
