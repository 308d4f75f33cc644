#pragma once
// Stepping through UTF-8 text, character by character (code point by code point). Bytes that are not UTF-8
// are characters of their own, or belong to the one before them; nothing is refused.

#include <cstddef>
#include <string_view>

namespace base {

inline bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

/// True for the second and later bytes of a character.
inline bool continues_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The start of the character that the byte at `at` belongs to; the end of the text stays.
inline std::size_t character_start(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && continues_character(text[at]))
        --at;
    return at;
}

/// The start of the character after the one at `at`, or the end.
inline std::size_t next_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && continues_character(text[at]))
        ++at;
    return at;
}

/// Calls use(character) for each character, a part of the text.
template <class Use>
void each_character(std::string_view text, const Use& use) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = next_character(text, at);
        use(text.substr(at, next - at));
        at = next;
    }
}

} // namespace base
