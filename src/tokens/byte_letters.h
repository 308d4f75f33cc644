#pragma once
// A letter for each byte. Byte-level tokenizers treat text as bytes, so that 256 pieces spell whatever there
// is; in their files a byte is written as a character that can be seen: those of Latin-1 that can, as
// themselves, the others from U+0100 on: "Ġ" is a space, "Ċ" the end of a line. Source: Radford et al. 2019
// (GPT-2), section 2.2, and bytes_to_unicode() of its program.

#include <optional>

namespace tokens {

char32_t letter_of(unsigned char byte);
/// The byte for which a letter stands; empty for any other character.
std::optional<unsigned char> byte_of(char32_t letter);

} // namespace tokens
